import RewindTree

/// Why values cannot be taken out of a session.
package enum ScrubError: Error, Hashable, Sendable {
    /// No state has a value at the pointer whose values were to be taken out; `last` is the last action.
    case nothingThere(Pointer, last: Int)
    /// So many texts that were to be taken out are still in the new file, which was thrown away.
    case incomplete(texts: Int)
}
