#if os(macOS) || os(Linux)

import RewindSession
import RewindUpkeep

/// Texts for the findings of a check.
enum FindingText {
    /// Returns the hint for findings.
    static func hint(for findings: [SessionCheck.Finding]) -> String {
        let areOfIndex = findings.allSatisfy {
            switch $0 {
            case .index, .unusedPointer: true
            default: false
            }
        }
        return areOfIndex
            ? "rewind verify FILE --rebuild makes the index again."
            : "rewind verify FILE --repair --output NEW.rewind saves all that can be proven."
    }

    /// Returns one sentence.
    static func text(of finding: SessionCheck.Finding) -> String {
        switch finding {
        case .sqlite(let message): "SQLite: \(message)"
        case .unfinished(let beside): unfinished(beside)
        case .row(let seq): "the row of action \(seq) is not what its hash says"
        case .chunkUnreadable(let id): "chunk \(id) cannot be read"
        case .chunkHash(let id): "chunk \(id) is not what its hash says"
        case .gap(let seq): "an action is missing before action \(seq)"
        case .parent(let seq, let parent): "action \(seq) cannot have been applied to the state at \(parent)"
        case .payload(let seq): "the payload of action \(seq) cannot be read"
        case .patch(let seq): "the patch of action \(seq) cannot be read or does not fit the state before it"
        case .snapshot(let seq): "the state stored for \(seq) is not the one that the patches lead to"
        case .strandedSnapshot(let seq): "a state is stored for \(seq), which is no action"
        case .strandedAction(let seq): "action \(seq) is there, though later ones were pruned"
        case .noInitialState: "there is no initial state"
        case .prunedThrough: "what the session says about where it was pruned makes no sense"
        case .value(let table, let column, let row):
            "\(column) in row \(row) of table \(table) is not what the format says"
        case .noLogEnd: "the session does not say where its log ended when it was closed"
        case .logEnd(let recorded, let found):
            "the log ended with action \(recorded) when it was closed, and ends with \(found) now"
        case .logRows: "the rows of the log are not those that were there when it was closed"
        case .cursor: "the cursor stands where no state is"
        case .cursorTip: "redo would lead to where no state is"
        case .bookmark(let name): "the bookmark \"\(name)\" names a point in time that is not there"
        case .unusedChunk(let id): "nothing uses chunk \(id)"
        case .unusedPointer(let id): "no change uses pointer \(id)"
        case .index(let seq): "the change index does not say what the patch of action \(seq) says"
        }
    }

    /// Returns a clause about a recording that was not closed. `count` is the number of its actions in the side files,
    /// nil if those are missing; `reason` is the error that kept it from being finished.
    static func unfinished(_ count: Int?, because reason: SessionError? = nil) -> String {
        guard let count else {
            return "this recording was not closed, and the files beside it (-wal, -began) are gone: its latest actions "
                + "may be missing"
        }
        let why = reason.map { " (\(text(of: $0)))" } ?? ""
        return "this recording was not closed, and cannot be finished here\(why): its latest "
            + "\(count == 1 ? "action is" : "\(count) actions are") only in the files beside it (-wal, -began). "
            + "Copy it with them to where you may write"
    }

    /// Returns a clause with the reason why a session could not be written.
    private static func text(of reason: SessionError) -> String {
        switch reason {
        case .notPermitted: "it may not be written"
        case .diskFull: "the disk has no room"
        case .beingRecorded: "another program holds it"
        case .system(_, let text): "the system says: \(TerminalText.line(text))"
        default: "it cannot be written"
        }
    }
}

#endif
