import StateTree

/// What can go wrong on the way through a session.
package enum TimelineError: Error, Hashable, Sendable {
    /// The text is no REF.
    case malformedReference(String)
    /// The REF leads outside of the session, whose actions are 1 to `last`.
    case referenceOutOfRange(String, last: Int)
    /// No bookmark has that name.
    case noSuchBookmark(String)
    /// There is nothing to undo, or nothing to redo.
    case nothingToUndo
    case nothingToRedo
    /// The action is not applied to the state that the cursor is on.
    case notABranch(seq: Int, cursor: Int)
}
