#if os(macOS) || os(Linux)

import RewindTimeline

extension Wording {
    /// Returns the message for an invalid request to a timeline.
    static func failure(of error: TimelineError) -> CommandError {
        switch error {
        case .malformedReference(let text):
            CommandError(
                message: "\"\(text)\" is not a point in time.",
                hint: text.contains(#/.[~+][0-9.]+[a-zA-Z]+$/#)
                    ? "Units are ms, s, min, h and d: end~10s is ten seconds before the end."
                    : "Use a number, -1, start, end, cursor, end~3, end~10s, :bookmark, @Type or a time such as 03:59:06."
            )
        case .referenceOutOfRange(let text, let last):
            CommandError(
                message: (try? Reference(parsing: text))?.goesBack(from: last) == true
                    ? "\(text) is before the start of the session, 0."
                    : "\(text) is past the end of the session, \(last).",
                hint: .listActions
            )
        case .pruned(let text, let through):
            CommandError(
                message: "\(text) was pruned, as were all actions up to \(through).",
                hint: .command("Show the first remaining state", "rewind show FILE start")
            )
        case .noSuchBookmark(let name):
            CommandError(
                message: "No bookmark named \"\(name)\".",
                hint: .command("List the bookmarks", "rewind bookmark FILE")
            )
        case .noActionOfType(let type):
            CommandError(
                message: "No action has the type \(type).",
                hint: .command("List the types", "rewind stats FILE"),
                status: 1
            )
        case .notRecordedThen(let text, let from, let to):
            CommandError(
                message:
                    "\(text) is outside the recording, which is from \(TimeText().dayAndTime(from)) to "
                    + "\(TimeText().dayAndTime(to)).",
                hint: .command("List the actions and their times", "rewind log FILE")
            )
        case .emptyRange(let from, let to):
            CommandError(
                message: "The range ends at \(to), before its start at \(from).",
                hint: "Put the earlier one first: \(to)..\(from)"
            )
        case .nothingToUndo:
            CommandError(
                message: "Nothing to undo: the cursor is at the start.",
                hint: .command("Go forward", "rewind redo FILE"),
                status: 1
            )
        case .nothingToRedo:
            CommandError(
                message: "Nothing to redo: no action follows the cursor.",
                hint: .command("Go back", "rewind undo FILE"),
                status: 1
            )
        case .notABranch(let seq, let cursor):
            CommandError(
                message: "No branch at the cursor, \(cursor), starts with action \(seq).",
                hint: .command("Go there from anywhere", "rewind goto FILE \(seq)")
            )
        case .malformedExpression(let problem):
            failure(of: problem, in: .expression)
        case .malformedPattern(let text):
            CommandError(
                message: "\"\(text)\" is not a regular expression.",
                hint: "Escape special characters with a backslash, such as \\. for a dot."
            )
        case .nothingMatches(let pattern):
            CommandError(
                message: "\"\(pattern)\" matches nothing in the session.",
                hint: "To search for plain text, omit --regex.",
                status: 1
            )
        case .notAnAncestor(let ancestor, let seq):
            CommandError(
                message: "State \(ancestor) does not lead to state \(seq).",
                hint: .command("Show the branches", "rewind log FILE --graph")
            )
        }
    }
}

extension Reference {
    /// Returns true if it names a state before an existing one; `last` is the end of the session.
    fileprivate func goesBack(from last: Int) -> Bool {
        switch base {
        case .seq(let seq) where seq > last: return false
        case .fromEnd: return steps >= 0
        default: return steps > 0
        }
    }
}

#endif
