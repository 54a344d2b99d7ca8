/// A marker for types that can be dispatched to a ``Store``.
public protocol Action {}

/// The action that requests the initial state from the reducers. A ``Store`` created with `state: nil` dispatches it.
///
/// It has ReSwift's name, so that recordings show the same type for either store.
public struct ReSwiftInit: Action, Codable, Equatable, Sendable {
    /// Creates the action, for tests of the initial state.
    public init() {}
}
