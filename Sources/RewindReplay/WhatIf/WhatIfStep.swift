import RewindTree

/// An action of the recording in a re-run with other actions, where there is something to say of it.
package struct WhatIfStep: Sendable {
    /// How an action came out.
    package enum Outcome: String, Sendable, CaseIterable {
        /// It was left out.
        case skipped
        /// It did something else than when it was recorded, or its reducer threw something else.
        case other
        /// It cannot be re-run: it does what it did when it was recorded.
        case applied
        /// What it did when it was recorded is not known.
        case unknown
    }

    /// The number of the action in the recording.
    package let seq: Int
    package let type: String
    /// Nil where it did the same.
    package var outcome: Outcome?
    /// How the state after it is different from the recorded one, where that is not as after the action before: the patch
    /// from the recorded state to the other, which is empty where both are equal again.
    package var apart: Patch?

    package init(seq: Int, type: String, outcome: Outcome? = nil, apart: Patch? = nil) {
        (self.seq, self.type, self.outcome, self.apart) = (seq, type, outcome, apart)
    }

    /// Whether there is nothing to say of it: it only tells how far the re-run is.
    package var isPlain: Bool { outcome == nil && apart == nil }
}

/// Compares a re-run with the recording, step by step.
///
/// Of the re-run's states, only what is different from the recorded ones is looked at and kept: the two trees share all
/// else.
struct WhatIfComparison {
    /// The recorded state, and that of the re-run.
    private var recorded: Tree
    private var rerun: Tree
    private var apart = Patch([])

    /// Begins with the first state, as the recording has it and as the app reads it; gives how these differ, too.
    init(recorded: Tree, rerun: Tree) {
        (self.recorded, self.rerun) = (recorded, recorded)
        settle(rerun)
    }

    /// How the states differ now; nil where they are equal.
    var difference: Patch? { apart.operations.isEmpty ? nil : apart }

    /// Takes an action: what it did when it was recorded, and what it did now, nil where that is not known or where it was
    /// left out; `known` reads the recorded state after it. Gives whether both did the same, and whether the difference of
    /// the states is another one then.
    ///
    /// - Complexity: linear in what both did, and in what is different.
    mutating func take(
        _ effect: Patch?,
        now other: Patch?,
        known: () throws -> Tree
    ) throws -> (didSame: Bool, isOtherwiseApart: Bool) {
        let before = apart
        var didSame = effect == other
        if let other {
            // The recorded values, where they are the same, so that both trees share them.
            let same = effect.flatMap { try? rerun.applying($0) }
            let next = try didSame ? same ?? rerun.applying(other) : rerun.applying(other)
            didSame = didSame || same == next
            rerun = didSame ? same ?? next : next
        }
        if let effect { recorded = try (try? recorded.applying(effect)) ?? known() }
        if didSame, before.operations.isEmpty {
            rerun = recorded
            return (true, false)
        }
        settle(rerun)
        return (didSame, apart != before)
    }

    /// Notes the re-run's state, as one that shares with the recorded one what is not different.
    private mutating func settle(_ state: Tree) {
        apart = state.patch(from: recorded)
        rerun = (try? recorded.applying(apart)) ?? state
    }
}
