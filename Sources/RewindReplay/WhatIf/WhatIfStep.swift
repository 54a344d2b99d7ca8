import RewindTree

/// The outcome of a recorded action in a what-if.
package struct WhatIfStep: Sendable {
    /// The outcome of an action compared with the recording.
    package enum Outcome: String, Sendable, CaseIterable {
        /// The action was skipped.
        case skipped
        /// The action was replaced.
        case edited
        /// The action was moved to another place.
        case moved
        /// The action was inserted or moved to after the recorded action with this seq.
        case added
        /// The effect or the error differs from the recorded one.
        case other
        /// The action cannot be re-run, so its recorded effect was applied.
        case applied
        /// The recorded effect is not known.
        case unknown
    }

    /// The seq of the action in the recording.
    package let seq: Int
    package let type: String
    /// The outcome; nil if the effect is the same.
    package var outcome: Outcome?
    /// The patch from the recorded state after the action to that of the re-run, empty if they are equal; nil if the
    /// difference did not change with this action.
    package var apart: Patch?

    package init(seq: Int, type: String, outcome: Outcome? = nil, apart: Patch? = nil) {
        self.seq = seq
        self.type = type
        self.outcome = outcome
        self.apart = apart
    }

    /// True if the step only reports progress.
    package var isPlain: Bool { outcome == nil && apart == nil }
}

/// Compares a re-run with the recording, step by step.
///
/// Only the differing parts of the re-run's states are read and kept; the two trees share everything else.
struct WhatIfComparison {
    /// The recorded state and that of the re-run.
    private var recorded: Tree
    private var rerun: Tree
    private var apart = Patch([])

    /// Starts with the first state as recorded and as encoded by the app.
    init(recorded: Tree, rerun: Tree) {
        (self.recorded, self.rerun) = (recorded, recorded)
        settle(rerun)
    }

    /// The current difference between the states; nil if they are equal.
    var difference: Patch? { apart.operations.isEmpty ? nil : apart }

    /// Adds an action: its recorded effect and its effect in the re-run, nil if unknown or if it did not run there, and
    /// the effects of actions that ran after it in the re-run only. `known` reads the recorded state after it. Returns
    /// whether the action's effects are equal, and whether the difference between the states changed.
    ///
    /// - Complexity: Linear in the effects and in the difference.
    mutating func take(
        _ effect: Patch?,
        now other: Patch?,
        adding added: [Patch] = [],
        known: () throws -> Tree
    ) throws -> (didSame: Bool, isOtherwiseApart: Bool) {
        let before = apart
        var didSame = effect == other
        if let other {
            // Prefers the recorded values if they are equal, so that both trees share them.
            let same = effect.flatMap { try? rerun.applying($0) }
            let next = try didSame ? same ?? rerun.applying(other) : rerun.applying(other)
            didSame = didSame || same == next
            rerun = didSame ? same ?? next : next
        }
        if let effect { recorded = try (try? recorded.applying(effect)) ?? known() }
        for patch in added { rerun = try rerun.applying(patch) }
        if didSame, before.operations.isEmpty, added.isEmpty {
            rerun = recorded
            return (true, false)
        }
        settle(rerun)
        return (didSame, apart != before)
    }

    /// Stores the re-run's state so that it shares its common parts with the recorded one.
    private mutating func settle(_ state: Tree) {
        apart = state.patch(from: recorded)
        rerun = (try? recorded.applying(apart)) ?? state
    }
}
