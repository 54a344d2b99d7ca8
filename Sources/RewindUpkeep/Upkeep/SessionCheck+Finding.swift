import RewindSession

extension SessionCheck {
    /// A problem in a session.
    package enum Finding: Hashable, Sendable {
        /// SQLite's check of the file failed.
        case sqlite(message: String)
        /// The recording was not closed, and its latest actions are missing. `beside` is the number of them in the side
        /// files; nil if those are missing.
        case unfinished(beside: Int?)
        /// A chunk is not readable.
        case chunkUnreadable(id: Int)
        /// A chunk does not match its hash.
        case chunkHash(id: Int)
        /// The row of the action does not match its hash.
        case row(seq: Int)
        /// The row of the effect does not match its hash.
        case effectRow(id: Int)
        /// The row of the outcome does not match its hash.
        case outcomeRow(id: Int)
        /// Seqs before this action are missing.
        case gap(before: Int)
        /// The parent of the action is impossible.
        case parent(seq: Int, parent: Int)
        /// The payload of the action is not readable.
        case payload(seq: Int)
        /// The patch of the action is not readable, or does not apply to the parent's state.
        case patch(seq: Int)
        /// The snapshot differs from the state after the patches.
        case snapshot(seq: Int)
        /// The snapshot belongs to no action.
        case strandedSnapshot(seq: Int)
        /// The action exists although later ones were pruned.
        case strandedAction(seq: Int)
        /// The initial state is missing; in a pruned session, the first remaining one.
        case noInitialState
        /// The fact that contains the last pruned seq is malformed.
        case prunedThrough
        /// A value has the wrong type, or is not defined by the format.
        case value(table: String, column: String, row: Int)
        /// The session does not contain the end of its log at closing.
        case noLogEnd
        /// The log ends with another action than at closing.
        case logEnd(recorded: Int, found: Int)
        /// The rows of the log differ from those at closing.
        case logRows
        /// The input of the effect, or the value of its outcome, is not readable.
        case effectValues(id: Int)
        /// The effect began before the one before it, or after the end of the log.
        case effectSeq(id: Int, seq: Int)
        /// The effect exists although it ended before the first state.
        case strandedEffect(id: Int)
        /// The cause of the effect came later, or is no cause.
        case effectCause(id: Int)
        /// The cause of the action came later, or is no cause.
        case actionCause(seq: Int)
        /// The outcome came before the one before it, or outside of the log.
        case outcomeSeq(id: Int, seq: Int)
        /// The effect of the outcome does not exist, began later, has another outcome, or cannot have one.
        case outcomeEffect(id: Int, effect: Int)
        /// The rows of effects and outcomes differ from those at closing.
        case effectRows
        /// The cursor is at a state that does not exist.
        case cursor
        /// Redo would lead to a state that does not exist.
        case cursorTip
        /// The bookmark refers to a state that does not exist.
        case bookmark(name: String)
        /// The chunk is not used.
        case unusedChunk(id: Int)
        /// The pointer does not occur in the change index.
        case unusedPointer(id: Int)
        /// The change index differs from the patch of the action.
        case index(seq: Int)
    }
}

extension SessionCheck.Finding: CustomStringConvertible {
    /// A clause.
    package var description: String {
        switch self {
        case .sqlite(let message): "SQLite: \(message)"
        case .unfinished(let count): Self.unfinished(count)
        case .row(let seq): "the row of action \(seq) does not match its hash"
        case .effectRow(let id): "the row of effect \(id) does not match its hash"
        case .outcomeRow(let id): "the row of outcome \(id) does not match its hash"
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
        case .effectValues(let id): "the input or outcome of effect \(id) cannot be read"
        case .effectSeq(let id, let seq): "effect \(id) cannot have begun after action \(seq)"
        case .strandedEffect(let id): "effect \(id) exists, although it ended before the first state"
        case .effectCause(let id): "effect \(id) cannot have begun in what is recorded as its cause"
        case .actionCause(let seq): "action \(seq) cannot have been dispatched in what is recorded as its cause"
        case .outcomeSeq(let id, let seq): "outcome \(id) cannot have come after action \(seq)"
        case .outcomeEffect(let id, let effect): "outcome \(id) cannot be that of effect \(effect)"
        case .effectRows: "the rows of effects changed after the log was closed"
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
    package static func unfinished(_ count: Int?, because reason: SessionError? = nil) -> String {
        if case .partMissing(_, let missing) = reason {
            return "the recording was not closed, and \(missing) is missing; the latest actions, which are only in it, "
                + "are not shown"
        }
        guard let count else {
            return "the recording was not closed, and its -wal and -began files are gone; the latest actions may be "
                + "missing"
        }
        let why = reason.map { " (\(text(of: $0)))" } ?? ""
        let latest = count == 1 ? "action is" : "\(count) actions are"
        let rest = count == 0 ? "" : "; the latest \(latest) in its -began files only"
        return "the recording was not closed, and cannot be finished here\(why)\(rest). "
            + "Copy it with its -wal and -began files to another folder, and open it there"
    }

    /// Returns a clause with the reason why a session could not be written.
    private static func text(of reason: SessionError) -> String {
        switch reason {
        case .notPermitted: "permission denied"
        case .diskFull: "the disk is full"
        case .noLocks: "the file system has no locks, so the app may still be recording"
        case .beingRecorded: "another program is using it"
        case .system(_, let text): text
        default: "the file cannot be written"
        }
    }
}
