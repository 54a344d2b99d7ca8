#if os(macOS) || os(Linux)

/// A request that the inspector cannot answer.
package enum InspectorError: Error, Hashable, Sendable {
    /// There is no action with this seq.
    case noSuchAction(Int)
    /// There is no state with this seq.
    case noSuchState(Int, first: Int, last: Int)
    /// There is no such request.
    case noSuchRequest
    /// A parameter is missing or malformed.
    case badParameter(String)
    /// The pointer in a request is malformed.
    case badPointer(String)
    /// The state is not known because the effect of an action was not written.
    case stateNotKnown(Int, action: Int)
    /// The tool does not have the app's reducers.
    case noReducer
    /// The copies that the page opened exceed their limit, in bytes.
    case copiesTooLarge(limit: Int)
    /// The session is a copy of a file that was dropped on the page, or of a session in a database.
    case readOnlyCopy
    /// The re-run has not reached this action yet.
    case notRerunYet(Int)
    /// The test would have more actions than permitted.
    case testTooLong(most: Int)
}

#endif
