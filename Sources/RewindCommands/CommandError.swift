import StateTree

/// What can be wrong with what a command was asked.
package enum CommandError: Error, Hashable, Sendable {
    /// The text is no JSON Pointer.
    case malformedPointer(String)
    /// The state has no value there.
    case nothingAt(Pointer, seq: Int)
    /// A number that must be at least 1 is not.
    case countTooSmall(option: String)
    /// The output file is there already.
    case outputExists(path: String)
    /// The output file is a folder.
    case outputIsFolder(path: String)
    /// Standard output did not take the data.
    case outputFailed(reason: String)
}
