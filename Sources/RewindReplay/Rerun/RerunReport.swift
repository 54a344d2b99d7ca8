import RewindTimeline
import RewindTree

/// What a re-run of a session came to.
package struct RerunReport: Sendable {
    /// The reason why the effect of an action was taken from the recording.
    package typealias Reason = ReducerObstacle

    /// What the re-run found that is not as it should be.
    package struct Finding: Sendable {
        package enum Kind: Sendable {
            /// The reducer leads to another state than the recording has; the difference is from the recorded one.
            case otherState(StateDifference)
            /// The reducer throws, or does not, or says something else. Nil where nothing is thrown.
            case otherError(recorded: String?, rerun: String?)
            /// Reduced again from the same state, the action leads to another state.
            case impureState(StateDifference)
            /// Reduced again from the same state, it throws something else.
            case impureError(String?, String?)
            /// The state that a branch starts from is not as it was: a reducer has changed it in place.
            case changedInPlace(parent: Int, StateDifference)
            /// The state that it leads to cannot be encoded.
            case notEncodable
        }

        package let seq: Int
        package let type: String
        package let kind: Kind

        /// Whether the reducer is impure, so that comparing it with the recording means nothing.
        package var isImpurity: Bool {
            switch kind {
            case .impureState, .impureError, .changedInPlace: true
            case .otherState, .otherError, .notEncodable: false
            }
        }
    }

    /// An action with its type.
    package struct Action: Hashable, Sendable {
        package let seq: Int
        package let type: String
    }

    /// The seqs of the first state and the last action.
    package let first: Int
    package let last: Int
    /// How many actions were re-run and led where the recording says.
    package internal(set) var agreed = 0
    /// How many were re-run of which the recording does not say what they led to.
    package internal(set) var uncompared = 0
    /// The actions whose effects were taken from the recording: how many of each type.
    package internal(set) var taken: [Reason: [String: Int]] = [:]
    /// The actions during which the app ended, and which were re-run to their end.
    package internal(set) var survived: [Action] = []
    /// Those that could not be re-run.
    package internal(set) var unfinished: [Action] = []
    /// The first thing that is not as it should be; nothing was re-run after it.
    package internal(set) var finding: Finding?

    /// How many actions were re-run.
    package var rerun: Int { agreed + uncompared }
}
