import RewindSession
import RewindTimeline

extension SessionCheck {
    /// Something that is not as it must be.
    package enum Finding: Hashable, Sendable {
        /// SQLite's own check of the file failed.
        case sqlite(message: String)
        /// The recording was not closed, and its latest actions are not in the file: so many are in the side files; nil where
        /// those are gone.
        case unfinished(beside: Int?)
        /// A chunk cannot be read.
        case chunkUnreadable(id: Int)
        /// A chunk is not what its hash says.
        case chunkHash(id: Int)
        /// The action's row is not what its hash says.
        case row(seq: Int)
        /// The numbering has a hole in front of this action.
        case gap(before: Int)
        /// The action was applied to a state that it cannot have been applied to.
        case parent(seq: Int, parent: Int)
        /// The action's payload cannot be read.
        case payload(seq: Int)
        /// The action's patch cannot be read, or does not fit its parent's state.
        case patch(seq: Int)
        /// The state stored whole is not the one that the patches lead to.
        case snapshot(seq: Int)
        /// A snapshot belongs to no action.
        case strandedSnapshot(seq: Int)
        /// The action is there, though those up to a later one were pruned.
        case strandedAction(seq: Int)
        /// There is no initial state, or in a session that was pruned no state to begin with.
        case noInitialState
        /// The fact that says up to where the session was pruned makes no sense.
        case prunedThrough
        /// A value has another type than the format says, or one that it does not know.
        case value(table: String, column: String, row: Int)
        /// The session does not say where its log ended when it was closed.
        case noLogEnd
        /// When it was closed, the log ended with another action than it does now.
        case logEnd(recorded: Int, found: Int)
        /// The rows of the log are not those that were there when it was closed.
        case logRows
        /// The cursor stands where no state is.
        case cursor
        /// Redo would lead to where no state is.
        case cursorTip
        /// A bookmark names a point in time that is not there.
        case bookmark(name: String)
        /// Nothing uses the chunk.
        case unusedChunk(id: Int)
        /// No action of the change index names the pointer.
        case unusedPointer(id: Int)
        /// The change index does not say what the action's patch says.
        case index(seq: Int)
    }
}
