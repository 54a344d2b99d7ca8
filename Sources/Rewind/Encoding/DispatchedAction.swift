import RewindSession

/// An action together with its result, as Flux dispatchers pass it to the stores.
///
/// It is recorded under the action's own type, as `{"action": …, "success": …}` or `{"action": …, "failure": …}`.
public struct DispatchedAction<Action, Payload> {
    /// The action.
    public let action: Action
    /// The payload of its result; nil if it failed.
    public let success: Payload?
    /// The description of the error; nil if it succeeded.
    public let failure: String?

    /// Creates a value for an action and its result.
    public init<Failure: Error>(_ action: Action, result: Result<Payload, Failure>) {
        self.action = action
        switch result {
        case .success(let payload): (success, failure) = (payload, nil)
        case .failure(let error): (success, failure) = (nil, error.recordedText)
        }
    }
}

extension DispatchedAction: Encodable where Action: Encodable, Payload: Encodable {}
extension DispatchedAction: Decodable where Action: Decodable, Payload: Decodable {}

extension DispatchedAction: RecordedUnderOtherType {
    package static var recordedType: Any.Type { Action.self }
}
