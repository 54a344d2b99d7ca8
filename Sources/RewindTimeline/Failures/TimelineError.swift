/// An error in accessing a point of a session.
package enum TimelineError: Error, Hashable, Sendable {
    /// The text is no REF.
    case malformedReference(String)
    /// The REF is outside the session, which ends with `last`.
    case referenceOutOfRange(String, last: Int)
    /// The REF leads to a state before the session's first one: the actions through `through` were pruned.
    case pruned(String, through: Int)
    /// There is no bookmark with this name.
    case noSuchBookmark(String)
    /// No action has a type that matches the pattern.
    case noActionOfType(String)
    /// The session was not being recorded at this time, only from `from` to `to`, in microseconds since 1970.
    case notRecordedThen(String, from: Int64, to: Int64)
    /// The range ends before it starts.
    case emptyRange(from: Int, to: Int)
    /// There is nothing to undo or redo.
    case nothingToUndo
    case nothingToRedo
    /// The action was not applied to the state at the cursor.
    case notABranch(seq: Int, cursor: Int)
    /// The text is no EXPR, or the EXPR cannot be evaluated.
    case malformedExpression(QueryError)
    /// The text is no regular expression.
    case malformedPattern(String)
    /// Nothing matches the regular expression.
    case nothingMatches(String)
    /// The state at `ancestor` is not an ancestor of the state at `seq`.
    case notAnAncestor(Int, of: Int)
}
