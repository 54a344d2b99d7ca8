/// The result of a request, as a value that actions carry and recordings keep.
package enum RequestResult<Value> {
    /// The response of the server.
    case success(Value)
    /// The error.
    case failure(RequestFailure)
}

extension RequestResult: Equatable where Value: Equatable {}
extension RequestResult: Hashable where Value: Hashable {}
extension RequestResult: Sendable where Value: Sendable {}
