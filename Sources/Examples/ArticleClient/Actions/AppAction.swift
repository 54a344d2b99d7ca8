import RewindStore

/// An action of the client, which can be recorded and decoded again.
package protocol AppAction: Action, Codable, Equatable, Sendable {}
