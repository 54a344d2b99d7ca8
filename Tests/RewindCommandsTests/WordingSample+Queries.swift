import Foundation
import RewindSession
import RewindTree
import RewindTimeline
import RewindUpkeep

@testable import RewindCommands

extension WordingSample {
    private static let statuses = "Status 0 means good, 125 skip, 1 to 127 bad, and more that something is wrong."

    static let queries: [WordingSample] = [
        WordingSample(
            QueryError.failed(message: "no such column: x"),
            "The query cannot be carried out: no such column: x.",
            hint: tables
        ),
        WordingSample(
            QueryError.notAllowed(message: "not authorized"),
            "The query may only read: not authorized.",
            hint: tables
        ),
        WordingSample(QueryError.notOneQuery, "The query must be one query, and no more.", hint: tables),
        WordingSample(
            QueryError.hasParameters,
            "The query has parameters, for which nothing is given.",
            hint: tables
        ),
        WordingSample(
            QueryError.malformedPointer("home"),
            "The query looks at \"home\", which is not a JSON Pointer.",
            hint: "Write the pointer as a text: state(12, '/home/articleList/0/title')."
        ),
        WordingSample(
            QueryError.tookTooLong(seconds: 1),
            "The query took longer than 1 second.",
            hint: "Narrow the query, or give it more time with --timeout."
        ),
        WordingSample(
            QueryError.tooLarge,
            "The query needs more memory than it may have.",
            hint: "Narrow the query, or select less of it."
        ),
        WordingSample(
            TimelineError.malformedExpression(.failed(message: "near \"\n\": syntax error")),
            "EXPR cannot be carried out: near \" \": syntax error.",
            hint: "EXPR may use seq, type, at('/pointer'), was('/pointer'), payload('/pointer'), "
                + "texts in 'single quotes', and SQLite's operators and functions."
        ),
        WordingSample(
            TimelineError.malformedExpression(.malformedPointer("home")),
            "EXPR looks at \"home\", which is not a JSON Pointer.",
            hint: "Write the pointer as a text: at('/home/articleList/0/title')."
        ),
        WordingSample(
            TimelineError.malformedExpression(.tookTooLong(seconds: 2.5)),
            "EXPR took longer than 2.5 seconds.",
            hint: "Look at smaller values: at('/home/pageNumber') rather than at('/home')."
        ),
    ]

    private static let tables =
        "rewind help sql lists the columns of the view log; rewind sql FILE \"SELECT sql FROM sqlite_schema\" prints the "
        + "tables."

    static let searches: [WordingSample] = [
        WordingSample(
            TimelineError.notAnAncestor(9, of: 4),
            "The state at 9 does not lead to the one at 4.",
            hint: "rewind log FILE --graph shows which action follows which."
        ),
        WordingSample(
            CommandError.conditionNeverHeld(from: 0, holdsAlready: false),
            "No action that was looked at makes the condition hold.",
            hint: watch,
            status: 1
        ),
        WordingSample(
            CommandError.conditionNeverHeld(from: 12, holdsAlready: true),
            "The condition holds at 12 already, and no action that was looked at makes it hold anew.",
            hint: watch,
            status: 1
        ),
        WordingSample(
            CommandError.notWritten(["count"], from: 13, to: 14),
            "No action from 13 to 14 wrote /count.",
            hint: "rewind history FILE /count --to 14 tells who did before.",
            status: 1
        ),
        WordingSample(
            CommandError.notWritten(.root, from: 13, to: 14),
            "No action from 13 to 14 wrote any of the state.",
            hint: "rewind history FILE \"\" --to 14 tells who did before.",
            status: 1
        ),
        WordingSample(
            CommandError.goodIsBad(seq: 3),
            "The state at 3 should be good, and is bad.",
            hint: "Name an earlier state with --good, or turn the test around.",
            status: 1
        ),
        WordingSample(
            CommandError.badIsGood(seq: 3),
            "The state at 3 should be bad, and is good.",
            hint: "Name another state with --bad, or turn the test around.",
            status: 1
        ),
        WordingSample(
            CommandError.endIsUntestable(seq: 3),
            "The command skips the state at 3, where the search is to begin or end.",
            hint: "Name a state that it can test with --good or --bad."
        ),
        WordingSample(
            CommandError.testAborted(seq: 3, .status(200)),
            "The command came to no answer for the state at 3: it exited with status 200.",
            hint: statuses
        ),
        WordingSample(
            CommandError.testAborted(seq: 3, .signal(11)),
            "The command came to no answer for the state at 3: it was ended by signal 11.",
            hint: statuses
        ),
        WordingSample(
            CommandError.testAborted(seq: 3, .notStarted(code: ENOENT)),
            "The command came to no answer for the state at 3: it cannot be started, No such file or directory.",
            hint: statuses
        ),
        WordingSample(
            CommandError.testAborted(seq: 3, .noInput(code: ENOSPC)),
            "The command came to no answer for the state at 3: No space left on device.",
            hint: statuses
        ),
        WordingSample(
            BookmarkError.unusableName("a~1"),
            "No bookmark can be called \"a~1\".",
            hint: "A name is not empty, is no REF by itself, and has no ~, no .. and no control characters in it."
        ),
        WordingSample(
            BookmarkError.unusableName(String(repeating: "x", count: 201)),
            "No bookmark can be called \"\(String(repeating: "x", count: 40))…\".",
            hint: "A name has at most 200 bytes."
        ),
        WordingSample(
            BookmarkError.noteTooLong(most: 10_000),
            "A note has at most 10000 characters.",
            hint: "Write a shorter one."
        ),
        WordingSample(
            CutError.noActions(from: 9, to: 4),
            "No action lies between 9 and 4.",
            hint: "--from names the first action of the part, --to the last one, which comes no earlier."
        ),
        WordingSample(
            CutError.stateNotKnown(seq: 9, next: 12),
            "No part can begin with action 9: the recording does not have the state before it.",
            hint: "Begin where it has: --from 12"
        ),
        WordingSample(
            CutError.stateNotKnown(seq: 9, next: nil),
            "No part can begin with action 9: the recording does not have the state before it.",
            hint: "Begin earlier."
        ),
    ]

    private static let watch =
        "watch looks from the start on, with --reverse from the end back; --from REF begins elsewhere."
}
