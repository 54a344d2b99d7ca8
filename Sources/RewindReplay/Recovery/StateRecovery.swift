import RewindSession
import RewindTimeline
import RewindTree

/// Recovers states that a recording does not have: runs the actions whose effects are not known again, from the last
/// known state on.
///
/// Where the recording goes on behind them, the re-run has to meet it; where it does not, it has to lead where the
/// recording says with the last actions before them. A state that fails this is not recovered.
package struct StateRecovery {
    /// How many actions of known effect are re-run before those whose re-run cannot be checked otherwise.
    private static let probeLength = 64
    /// How many effects are shown at once.
    private static let batch = 4_096

    private let timeline: Timeline
    private let runner: RecoveryRunner
    private var report = RecoveryReport()
    private var effects: [(seq: Int, patch: Patch)] = []

    /// Recovers the states of the actions `seqs`, as far as that is possible: `timeline` has them then. `progress` is told
    /// each seq.
    ///
    /// - Complexity: linear in the actions that are re-run, and in what each changes.
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`, what `progress` throws.
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
            // What keeps an action from being run in any app says more than that the state is another app's.
            found.failures = try needed.map { seq in
                let own = reason == .otherState ? try runner.obstacle(at: seq) : nil
                return (seq, own ?? reason, unknown.base)
            }
        }
        // Where nothing was found, what is behind it needs no other patch.
        if found.recovered > 0 { effects += found.effects }
        report.recovered += found.recovered
        note(found.failures.filter { asked.contains($0.seq) })
    }

    /// What was found out about actions that belong together.
    private struct Found {
        /// For each action that others come behind, the last state up to it that is known, and where that is.
        var states: [Int: RecoveryRunner.Checkpoint] = [:]
        /// How many of the others are still to come.
        var uses: [Int: Int] = [:]
        var effects: [(seq: Int, patch: Patch)] = []
        var recovered = 0
        /// How often the re-run met the recording.
        var checked = 0
        var failures: [(seq: Int, reason: RecoveryReport.Reason, standsIn: Int)] = []
        var failed: Set<Int> = []
    }

    /// Re-runs an action whose effect is not known.
    private func pass(_ seq: Int, _ found: inout Found) throws {
        let parent = try timeline.parent(of: seq)
        let before = checkpoint(at: parent, &found)
        guard !found.failed.contains(parent) else {
            // What came before it is not known either.
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

    /// Where what is applied to the state at `seq` begins.
    private func checkpoint(at seq: Int, _ found: inout Found) -> RecoveryRunner.Checkpoint {
        let checkpoint = found.states[seq] ?? runner.base
        found.uses[seq, default: 1] -= 1
        if found.uses[seq] == 0 { found.states[seq] = nil }
        return checkpoint
    }

    /// Comes to an action whose effect is known: that of those before it is in it.
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

    /// Makes sure that the reducers lead where the recording says, with the actions before `seq`.
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

    /// The actions of `unknown` on the ways to `targets`, in order.
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
    /// Whether the array, which is sorted, holds `value`.
    ///
    /// - Complexity: O(log *n*).
    fileprivate func binarySearch(_ value: Int) -> Bool {
        let index = partitioningIndex { $0 >= value }
        return index < count && self[index] == value
    }
}
