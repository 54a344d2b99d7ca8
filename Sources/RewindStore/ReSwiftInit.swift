/// The action that asks the reducers for the initial state, dispatched by a ``Store`` created with `state: nil`.
///
/// It bears ReSwift's name so that a recording shows the same type whichever of the two stores the app uses.
public struct ReSwiftInit: Action, Codable, Equatable, Sendable {
    /// Creates the action, for tests of a reducer's defaults.
    public init() {}
}
