import RewindTimeline

/// The result of re-running a session.
package struct RerunReport: Sendable {
    /// A deviation found by the re-run.
    package struct Finding: Sendable {
        package enum Kind: Sendable {
            /// The reducer returns another state than recorded; the difference is from the recorded one.
            case otherState(StateDifference)
            /// The reducer throws another error than recorded; nil for no error.
            case otherError(recorded: String?, rerun: String?)
            /// The same action and state lead to another state when reduced again.
            case impureState(StateDifference)
            /// The same action and state lead to another error when reduced again.
            case impureError(String?, String?)
            /// A reducer modified, in place, the state from which a branch starts.
            case changedInPlace(parent: Int, StateDifference)
            /// The resulting state cannot be encoded.
            case notEncodable
        }

        package let seq: Int
        package let type: String
        package let kind: Kind

        /// True if the reducer is impure, so that a comparison with the recording has no meaning.
        package var isImpurity: Bool {
            switch kind {
            case .impureState, .impureError, .changedInPlace: true
            case .otherState, .otherError, .notEncodable: false
            }
        }
    }

    /// An action and its type.
    package struct Action: Hashable, Sendable {
        package let seq: Int
        package let type: String
    }

    /// The number of re-run actions with the recorded effect.
    package internal(set) var agreed = 0
    /// The number of re-run actions with unknown recorded effects.
    package internal(set) var uncompared = 0
    /// The number of actions of each type whose effects were taken from the recording.
    package internal(set) var taken: [ReducerObstacle: [String: Int]] = [:]
    /// The actions during which the app ended that were re-run to their end.
    package internal(set) var survived: [Action] = []
    /// The actions during which the app ended that could not be re-run.
    package internal(set) var unfinished: [Action] = []
    /// The first deviation, at which the re-run stopped.
    package internal(set) var finding: Finding?

    /// The number of re-run actions.
    package var rerun: Int { agreed + uncompared }
}
