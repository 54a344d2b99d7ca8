#if os(macOS) || os(Linux)

import RewindTimeline

extension Wording {
    /// Returns the message for an invalid request to a timeline.
    static func failure(of error: TimelineError) -> CommandError {
        switch error {
        case .malformedReference(let text):
            CommandError(
                message: "\"\(text)\" does not name a point in time.",
                hint: text.contains(#/.[~+][0-9.]+[a-zA-Z]+$/#)
                    ? "Write how long before or after in ms, s, min, h or d: end~10s is ten seconds before the end."
                    : "Write the number of an action, -1 for the last one, start, end, cursor, end~3, end~10s, :bookmark, "
                        + "@Type or a time such as 03:59:06."
            )
        case .referenceOutOfRange(let text, let last):
            CommandError(
                message: (try? Reference(parsing: text))?.goesBack(from: last) == true
                    ? "\(text) is before the beginning of the session, which goes from 0 to \(last)."
                    : "\(text) is outside of the session, which ends at \(last).",
                hint: "rewind log FILE lists the actions."
            )
        case .pruned(let text, let through):
            CommandError(
                message: "\(text) is gone: the actions up to \(through) were pruned.",
                hint: "rewind show FILE start prints the first state that is left, the one at \(through)."
            )
        case .noSuchBookmark(let name):
            CommandError(
                message: "No bookmark is called \"\(name)\".",
                hint: "rewind bookmark FILE lists them."
            )
        case .noActionOfType(let type):
            CommandError(
                message: "No action has the type \(type).",
                hint: "rewind stats FILE lists the types; *Error* matches all that have Error in them.",
                status: 1
            )
        case .notRecordedThen(let text, let from, let to):
            CommandError(
                message:
                    "The session was not being recorded at \(text): it goes from \(TimeText().dayAndTime(from)) to "
                    + "\(TimeText().dayAndTime(to)).",
                hint: "rewind log FILE lists the actions with their times."
            )
        case .emptyRange(let from, let to):
            CommandError(
                message: "The range ends at \(to), before it begins at \(from).",
                hint: "Write the earlier one first: \(to)..\(from)"
            )
        case .nothingToUndo:
            CommandError(
                message: "There is nothing to undo: the cursor is at the start.",
                hint: "rewind redo FILE goes forward.",
                status: 1
            )
        case .nothingToRedo:
            CommandError(
                message: "There is nothing to redo: no action follows the cursor.",
                hint: "rewind undo FILE goes back.",
                status: 1
            )
        case .notABranch(let seq, let cursor):
            CommandError(
                message: "No branch starts with action \(seq) at \(cursor), where the cursor is.",
                hint: "rewind goto FILE \(seq) goes there from anywhere."
            )
        case .malformedExpression(let problem):
            CommandError(message: sentence("EXPR", problem), hint: hintForExpression(problem))
        case .malformedPattern(let text):
            CommandError(
                message: "\"\(text)\" is not a regular expression.",
                hint: "Put a backslash in front of what stands for itself, such as \\. for a dot."
            )
        case .nothingMatches(let pattern):
            CommandError(
                message: "\"\(pattern)\" matches nothing in the session.",
                hint: "rewind search FILE TEXT tells where a text is, in any case.",
                status: 1
            )
        case .notAnAncestor(let ancestor, let seq):
            CommandError(
                message: "The state at \(ancestor) does not lead to the one at \(seq).",
                hint: "rewind log FILE --graph shows which action follows which."
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
