import RewindTree

/// An error in removing values from a session.
package enum ScrubError: Error, Hashable, Sendable {
    /// No state has a value at the pointer; `last` is the last action.
    case nothingThere(Pointer, last: Int)
    /// This number of texts still occurs in the new file, which was discarded.
    case incomplete(texts: Int)
}
