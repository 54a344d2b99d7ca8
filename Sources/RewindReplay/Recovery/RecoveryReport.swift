/// What came of recovering states that a recording does not have.
package struct RecoveryReport: Sendable {
    /// Why an action's effect stays unknown.
    package enum Reason: Error, Hashable {
        /// The app ended during it: it never led anywhere.
        case underWay
        /// Its value is not in the recording.
        case lost
        /// It was only reflected when it was recorded.
        case reflected
        /// No type of that name is registered.
        case unregistered(String)
        /// Its value does not decode.
        case undecodable(String)
        /// The state that it leads to cannot be encoded.
        case notEncodable(String)
        /// The last known state before it is none of this version of the app's.
        case otherState
        /// Re-run, the actions do not lead to the state that is known again with this one.
        case doesNotMeet(Int)
        /// Re-run, this action, whose effect is known, does not lead where it did.
        case diverges(Int)
    }

    /// Actions whose effects stay unknown, one after the other on their branch.
    package struct Failure: Hashable, Sendable {
        package let reason: Reason
        package let first: Int
        package internal(set) var last: Int
        package internal(set) var count: Int
        /// The seq of the state that stands in for theirs.
        package let standsIn: Int

        package init(_ reason: Reason, first: Int, last: Int, count: Int, standsIn: Int) {
            (self.reason, self.first, self.last) = (reason, first, last)
            (self.count, self.standsIn) = (count, standsIn)
        }
    }

    /// How many actions were re-run whose effects are known now.
    package internal(set) var recovered = 0
    package internal(set) var failures: [Failure] = []

    package init(recovered: Int = 0, failures: [Failure] = []) {
        (self.recovered, self.failures) = (recovered, failures)
    }
}
