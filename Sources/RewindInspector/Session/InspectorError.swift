#if os(macOS) || os(Linux)

/// What the inspector cannot answer.
package enum InspectorError: Error, Hashable, Sendable {
    /// There is no action with that number.
    case noSuchAction(Int)
    /// The seq is no state of the session.
    case noSuchState(Int, first: Int, last: Int)
    /// A parameter is missing, or is not what it should be.
    case badParameter(String)
    /// The pointer in a request is malformed.
    case badPointer(String)
    /// The effect of an action was not written, so that nobody knows the state.
    case stateNotKnown(Int, action: Int)
    /// The tool does not know the app's reducers.
    case noReducer
    /// The re-run has not come to that action.
    case notRerunYet(Int)
    /// The test would have more actions than that.
    case testTooLong(most: Int)
}

#endif
