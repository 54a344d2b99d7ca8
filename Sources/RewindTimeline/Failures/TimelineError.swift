import RewindSession
import RewindTree

/// What can go wrong on the way through a session.
package enum TimelineError: Error, Hashable, Sendable {
    /// The text is no REF.
    case malformedReference(String)
    /// The REF leads outside of the session, which ends with `last`.
    case referenceOutOfRange(String, last: Int)
    /// The REF leads to a state from before the session's first one: the actions up to `through` were pruned.
    case pruned(String, through: Int)
    /// No bookmark has that name.
    case noSuchBookmark(String)
    /// No action has a type that the pattern matches.
    case noActionOfType(String)
    /// The time is not one at which the session was recorded: it was from the one to the other, in microseconds since 1970.
    case notRecordedThen(String, from: Int64, to: Int64)
    /// A range ends before it begins.
    case emptyRange(from: Int, to: Int)
    /// There is nothing to undo, or nothing to redo.
    case nothingToUndo
    case nothingToRedo
    /// The action is not applied to the state that the cursor is on.
    case notABranch(seq: Int, cursor: Int)
    /// The text is no EXPR, or cannot be evaluated.
    case malformedExpression(QueryError)
    /// The text is no regular expression.
    case malformedPattern(String)
    /// Nothing matches the regular expression.
    case nothingMatches(String)
    /// The state at `ancestor` is not one that the state at `seq` was made from.
    case notAnAncestor(Int, of: Int)
}
