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
}
