#if os(macOS) || os(Linux)

import RewindSession
import RewindUpkeep

/// Texts for the findings of a check.
enum FindingText {
    /// Returns the hint for findings.
    static func hint(for findings: [SessionCheck.Finding]) -> CommandError.Hint {
        let areOfIndex = findings.allSatisfy {
            switch $0 {
            case .index, .unusedPointer: true
            default: false
            }
        }
        return areOfIndex
            ? .command("Rebuild the index", "rewind verify FILE --rebuild")
            : .command("Save everything that is intact", "rewind verify FILE --repair --output NEW.rewind")
    }

    /// Returns one sentence.
    static func text(of finding: SessionCheck.Finding) -> String {
        switch finding {
        case .sqlite(let message): "SQLite: \(message)"
        case .unfinished(let beside): unfinished(beside)
        case .row(let seq): "the row of action \(seq) does not match its hash"
        case .chunkUnreadable(let id): "chunk \(id) cannot be read"
        case .chunkHash(let id): "chunk \(id) does not match its hash"
        case .gap(let seq): "an action is missing before action \(seq)"
        case .parent(let seq, let parent): "action \(seq) cannot have been applied to the state at \(parent)"
        case .payload(let seq): "the payload of action \(seq) cannot be read"
        case .patch(let seq): "the patch of action \(seq) is unreadable or does not fit the state before it"
        case .snapshot(let seq): "the snapshot at \(seq) differs from the state that the patches lead to"
        case .strandedSnapshot(let seq): "a snapshot exists for \(seq), which is not an action"
        case .strandedAction(let seq): "action \(seq) exists, although later ones were pruned"
        case .noInitialState: "the initial state is missing"
        case .prunedThrough: "the record of pruned actions is inconsistent"
        case .value(let table, let column, let row):
            "\(column) in row \(row) of table \(table) is malformed"
        case .noLogEnd: "the end of the log was not recorded when the session was closed"
        case .logEnd(let recorded, let found):
            "the log ended with action \(recorded) when it was closed, but now ends with \(found)"
        case .logRows: "the rows of the log changed after it was closed"
        case .cursor: "the cursor is at a state that does not exist"
        case .cursorTip: "redo leads to a state that does not exist"
        case .bookmark(let name): "the bookmark \"\(name)\" is at a state that does not exist"
        case .unusedChunk(let id): "chunk \(id) is unused"
        case .unusedPointer(let id): "pointer \(id) is unused"
        case .index(let seq): "the change index does not match the patch of action \(seq)"
        }
    }

    /// Returns a clause about a recording that was not closed. `count` is the number of its actions in the side files,
    /// nil if those are missing; `reason` is the error that kept it from being finished.
    static func unfinished(_ count: Int?, because reason: SessionError? = nil) -> String {
        guard let count else {
            return "the recording was not closed, and its -wal and -began files are gone; the latest actions may be "
                + "missing"
        }
        let why = reason.map { " (\(text(of: $0)))" } ?? ""
        return "the recording was not closed, and cannot be finished here\(why); the latest "
            + "\(count == 1 ? "action is" : "\(count) actions are") in its -wal and -began files only. "
            + "Copy all three files to a writable folder"
    }

    /// Returns a clause with the reason why a session could not be written.
    private static func text(of reason: SessionError) -> String {
        switch reason {
        case .notPermitted: "permission denied"
        case .diskFull: "the disk is full"
        case .beingRecorded: "another program is using it"
        case .system(_, let text): TerminalText.line(text)
        default: "the file cannot be written"
        }
    }
}

#endif
