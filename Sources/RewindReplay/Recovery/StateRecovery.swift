import RewindSession
import RewindTimeline
import RewindTree

/// Recovers states that a recording does not have: re-runs the actions with unknown effects, from the last known state
/// on.
///
/// If a later recorded state is known, the re-run must reach it; otherwise a re-run of the last actions before the
/// unknown ones must match the recording. A state that fails this check is not recovered.
package struct StateRecovery {
    /// The maximum number of actions with known effects to re-run when there is no later state to compare with.
    private static let probeLength = 64
    /// The number of effects to pass to the timeline at once.
    private static let batch = 4_096

    private let timeline: Timeline
    private let runner: RecoveryRunner
    private var report = RecoveryReport()
    private var effects: [(seq: Int, patch: Patch)] = []

    /// Recovers the states of the actions `seqs` in `timeline`, as far as possible. `progress` receives each seq.
    ///
    /// - Complexity: Linear in the re-run actions and in their changes.
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`, or an error of `progress`.
    package static func run(
        _ seqs: [Int],
        of timeline: Timeline,
        with app: RegisteredApp,
        watch: TrapWatch? = nil,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> RecoveryReport {
        var recovery = StateRecovery(
            timeline: timeline,
            runner: RecoveryRunner(timeline, try ReducerRun(of: app, watch: watch))
        )
        let asked = Set(seqs)
        var done: Set<Int> = []
        for seq in seqs where !done.contains(seq) {
            guard let unknown = try timeline.unknownEffects(around: seq) else { continue }
            done.formUnion(unknown.seqs)
            try recovery.recover(unknown, asked: asked, progress: progress)
            if recovery.effects.count >= Self.batch { try recovery.show() }
        }
        try recovery.show()
        return recovery.report
    }

    private init(timeline: Timeline, runner: RecoveryRunner) {
        (self.timeline, self.runner) = (timeline, runner)
    }

    private mutating func show() throws {
        try timeline.show(recovered: effects)
        effects = []
    }

    private mutating func recover(_ unknown: UnknownEffects, asked: Set<Int>, progress: (Int) throws -> Void) throws {
        let targets = try unknown.closing.map { try timeline.parent(of: $0) } + unknown.seqs.filter(asked.contains)
        let needed = try ways(to: targets, in: unknown)
        var found = Found()
        for seq in needed + unknown.closing { found.uses[try timeline.parent(of: seq), default: 0] += 1 }
        do {
            try runner.begin(at: unknown.base)
            for seq in (needed + unknown.closing).sorted() {
                try progress(seq)
                if unknown.closing.binarySearch(seq) {
                    try close(seq, &found)
                } else {
                    try pass(seq, &found)
                }
            }
            if found.checked == 0, found.recovered > 0 { try probe(before: unknown.base) }
        } catch let reason as RecoveryReport.Reason {
            runner.forget()
            found = Found()
            // An obstacle to running the action in any app is more specific than a state of another app.
            found.failures = try needed.map { seq in
                let own = reason == .otherState ? try runner.obstacle(at: seq) : nil
                return (seq, own ?? reason, unknown.base)
            }
        }
        // If nothing was recovered, the patches of later actions remain valid.
        if found.recovered > 0 { effects += found.effects }
        report.recovered += found.recovered
        note(found.failures.filter { asked.contains($0.seq) })
    }

    /// The results for connected actions.
    private struct Found {
        /// For each action with successors, the last known state up to it.
        var states: [Int: RecoveryRunner.Checkpoint] = [:]
        /// The number of remaining successors of each action.
        var uses: [Int: Int] = [:]
        var effects: [(seq: Int, patch: Patch)] = []
        var recovered = 0
        /// The number of times the re-run was compared with a recorded state and matched.
        var checked = 0
        var failures: [(seq: Int, reason: RecoveryReport.Reason, standsIn: Int)] = []
        var failed: Set<Int> = []
    }

    /// Re-runs an action with an unknown effect.
    private func pass(_ seq: Int, _ found: inout Found) throws {
        let parent = try timeline.parent(of: seq)
        let before = checkpoint(at: parent, &found)
        guard !found.failed.contains(parent) else {
            // The state before it is not known either.
            return fail(seq, found.failures.last { $0.seq == parent }?.reason ?? .lost, before, &found)
        }
        switch try runner.run(seq, from: before) {
        case .success(let after):
            found.effects.append((seq, after.state.patch(from: before.state)))
            keep(after, for: seq, &found)
            found.recovered += 1
        case .failure(let reason): fail(seq, reason, before, &found)
        }
    }

    private func fail(
        _ seq: Int,
        _ reason: RecoveryReport.Reason,
        _ before: RecoveryRunner.Checkpoint,
        _ found: inout Found
    ) {
        found.failed.insert(seq)
        found.failures.append((seq, reason, before.seq))
        keep(before, for: seq, &found)
    }

    private func keep(_ checkpoint: RecoveryRunner.Checkpoint, for seq: Int, _ found: inout Found) {
        if found.uses[seq] != nil { found.states[seq] = checkpoint }
    }

    /// Returns the state from which a successor of `seq` starts.
    private func checkpoint(at seq: Int, _ found: inout Found) -> RecoveryRunner.Checkpoint {
        let checkpoint = found.states[seq] ?? runner.base
        found.uses[seq, default: 1] -= 1
        if found.uses[seq] == 0 { found.states[seq] = nil }
        return checkpoint
    }

    /// Handles an action with a known effect, which includes the effects of those before it.
    private func close(_ seq: Int, _ found: inout Found) throws {
        let parent = try timeline.parent(of: seq)
        let before = checkpoint(at: parent, &found)
        guard let patch = try timeline.session.patch(seq), let expected = try? runner.base.state.applying(patch) else {
            throw timeline.session.damaged(.patchDoesNotApply(seq: seq))
        }
        if !found.failed.contains(parent), case .success(let after) = try runner.run(seq, from: before) {
            guard after.state == expected else { throw RecoveryReport.Reason.doesNotMeet(seq) }
            found.checked += 1
        }
        found.effects.append((seq, expected.patch(from: before.state)))
    }

    /// Checks that the actions before `seq` lead to the recorded states when re-run.
    private func probe(before seq: Int) throws {
        var seqs: [Int] = []
        var start = seq
        while seqs.count < Self.probeLength, start > timeline.first, try timeline.session.isEffectKnown(start) {
            let parent = try timeline.parent(of: start)
            guard parent >= timeline.first, try parent == timeline.first || timeline.session.isEffectKnown(parent)
            else {
                break
            }
            seqs.append(start)
            start = parent
        }
        guard !seqs.isEmpty else { return }
        try runner.begin(at: start)
        var checkpoint = runner.base
        for seq in seqs.reversed() {
            guard let patch = try timeline.session.patch(seq), let expected = try? checkpoint.state.applying(patch)
            else {
                throw timeline.session.damaged(.patchDoesNotApply(seq: seq))
            }
            if case .success(let after) = try runner.run(seq, from: checkpoint) {
                guard after.state == expected else { throw RecoveryReport.Reason.diverges(seq) }
                checkpoint = after
            } else {
                try runner.begin(at: seq)
                checkpoint = runner.base
            }
        }
    }

    /// Returns the actions of `unknown` on the paths to `targets`, in order.
    private func ways(to targets: [Int], in unknown: UnknownEffects) throws -> [Int] {
        var needed: Set<Int> = []
        for target in targets {
            var seq = target
            while seq != unknown.base, needed.insert(seq).inserted { seq = try timeline.parent(of: seq) }
        }
        return needed.sorted()
    }

    private mutating func note(_ failures: [(seq: Int, reason: RecoveryReport.Reason, standsIn: Int)]) {
        for (seq, reason, standsIn) in failures {
            if let last = report.failures.last, last.reason == reason, last.standsIn == standsIn, last.last < seq {
                report.failures[report.failures.count - 1].last = seq
                report.failures[report.failures.count - 1].count += 1
            } else {
                report.failures.append(.init(reason, first: seq, last: seq, count: 1, standsIn: standsIn))
            }
        }
    }
}

extension [Int] {
    /// Returns true if the array, which must be sorted, contains `value`.
    ///
    /// - Complexity: O(log *n*).
    fileprivate func binarySearch(_ value: Int) -> Bool {
        let index = partitioningIndex { $0 >= value }
        return index < count && self[index] == value
    }
}
