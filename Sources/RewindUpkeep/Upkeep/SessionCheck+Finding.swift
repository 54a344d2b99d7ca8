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
