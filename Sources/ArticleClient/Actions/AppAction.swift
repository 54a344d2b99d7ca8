import RewindStore

/// An action of the client: a value that a recording can keep and make again.
package protocol AppAction: Action, Codable, Equatable, Sendable {}
