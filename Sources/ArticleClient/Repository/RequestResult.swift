/// What came of a request, as a value that actions carry and recordings keep.
package enum RequestResult<Value> {
    /// The server's answer.
    case success(Value)
    /// Why there is none.
    case failure(RequestFailure)
}

extension RequestResult: Equatable where Value: Equatable {}
extension RequestResult: Hashable where Value: Hashable {}
extension RequestResult: Sendable where Value: Sendable {}
