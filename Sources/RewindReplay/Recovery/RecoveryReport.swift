/// The result of recovering states that a recording does not have.
package struct RecoveryReport: Sendable {
    /// The reason why the effect of an action remains unknown.
    package enum Reason: Error, Hashable {
        /// The app ended during the action, so it has no effect.
        case underWay
        /// The recording does not have the payload.
        case lost
        /// The action was recorded by reflection only.
        case reflected
        /// No type with this name is registered.
        case unregistered(String)
        /// The payload cannot be decoded.
        case undecodable(String)
        /// The resulting state cannot be encoded.
        case notEncodable(String)
        /// The last known state before it does not fit this version of the app.
        case otherState
        /// The re-run does not lead to the recorded state at the next action with a known effect.
        case doesNotMeet(Int)
        /// In the re-run, an earlier action, whose effect is known, leads to another state than in the recording.
        case diverges(Int)
    }

    /// Consecutive actions on a branch whose effects remain unknown.
    package struct Failure: Hashable, Sendable {
        package let reason: Reason
        package let first: Int
        package internal(set) var last: Int
        package internal(set) var count: Int
        /// The seq of the state that replaces theirs.
        package let fallback: Int

        package init(_ reason: Reason, first: Int, last: Int, count: Int, fallback: Int) {
            self.reason = reason
            self.first = first
            self.last = last
            (self.count, self.fallback) = (count, fallback)
        }
    }

    /// The number of actions whose effects were recovered.
    package internal(set) var recovered = 0
    package internal(set) var failures: [Failure] = []

    package init(recovered: Int = 0, failures: [Failure] = []) {
        (self.recovered, self.failures) = (recovered, failures)
    }
}
