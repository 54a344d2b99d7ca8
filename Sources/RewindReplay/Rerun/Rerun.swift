import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Re-runs the actions of a session, including branches, and compares each step with the recording.
///
/// Effects are compared: the recorded patch is applied to the re-run's own tree, which shares all unchanged nodes with
/// the store's next tree. Of the states, only those from which branches start are kept.
package final class Rerun {
    /// A position to which the re-run returns.
    private typealias Checkpoint = (position: RerunPosition, restoreStore: () -> Void)

    /// The options of a re-run.
    package struct Options: Sendable {
        /// True if every action is reduced twice, to find reducers that depend on more than the state and the action.
        package var findsImpurity = false
        /// The number of repetitions of an action that diverged, to detect an impure reducer.
        package var attemptsAtDivergence = 32
        /// The pause before one more repetition, in seconds; longer than the resolution of any clock in a state.
        package var wait = 1.05

        package init() {}
    }

    private let timeline: Timeline
    private let reducer: ReducerRun
    private let options: Options
    private var position: RerunPosition
    /// The seqs from which branches start, and the positions there.
    private let forks: Set<Int>
    private var kept: [Int: Checkpoint] = [:]
    /// The actions during which the app ended, with their starting positions.
    private var began: [(record: ActionRecord, start: Checkpoint)] = []
    package private(set) var report: RerunReport

    /// Prepares the re-run of a session.
    ///
    /// - Throws: `ReplayError`, `SessionError`.
    package init(
        of timeline: Timeline,
        with app: RegisteredApp,
        options: Options = Options(),
        watch: TrapWatch? = nil
    ) throws {
        (self.timeline, self.options) = (timeline, options)
        reducer = try ReducerRun(of: app, watch: watch)
        forks = Set(try timeline.session.branches().map(\.parent))
        report = RerunReport()
        position = RerunPosition(recorded: try timeline.state(at: timeline.first), store: .stale)
    }

    /// Re-runs all actions, or up to the first finding. `progress` receives each seq.
    ///
    /// - Complexity: Linear in the actions and in their changes.
    /// - Throws: `ReplayError`, `SessionError`, or an error of `progress`.
    package func run(progress: (Int) throws -> Void = { _ in }) throws -> RerunReport {
        let session = timeline.session
        var seq = timeline.first
        keepFork(at: seq)
        try session.forEachAction { record in
            guard record.seq == seq + 1 else { throw session.damaged(.actionMissing(seq: seq + 1)) }
            guard record.parent >= 0, record.parent < record.seq else {
                throw session.damaged(.malformed(table: "action", column: "parent", row: record.seq))
            }
            try progress(record.seq)
            if record.parent != seq { try goBack(to: record.parent, for: record) }
            if report.finding == nil { try pass(record) }
            seq += 1
            keepFork(at: seq)
            return report.finding == nil
        }
        if report.finding == nil { try runBegan() }
        return report
    }

    /// Returns pointers to the members of the last state that decoding does not restore, because they are not encoded.
    /// The first state of the re-run, which was decoded, does not have the app's values of such members.
    package func lostMembers() -> [Pointer] {
        (try? reducer.store.lostMembers()) ?? []
    }

    // MARK: Branches

    private func keepFork(at seq: Int) {
        if forks.contains(seq) { kept[seq] = checkpoint() }
    }

    private func checkpoint() -> Checkpoint {
        (position, reducer.store.keepState())
    }

    private func goBack(to parent: Int, for record: ActionRecord) throws {
        guard let checkpoint = kept[parent] else {
            position = RerunPosition(recorded: nil, store: .unknown)
            return
        }
        checkpoint.restoreStore()
        position = checkpoint.position
        guard options.findsImpurity, case .same = position.store, let recorded = position.recorded else { return }
        let tree = try reducer.store.stateTree()
        guard tree != recorded else { return }
        find(.changedInPlace(parent: parent, StateDifference(from: recorded, to: tree)), at: record)
    }

    // MARK: Actions

    private func pass(_ record: ActionRecord) throws {
        if record.status == .began {
            try load(record)
            began.append((record, checkpoint()))
            if record.patch == nil { position.store = .unknown }
            return
        }
        if let reason = try prepare(record) {
            report.taken[reason, default: [:]][record.type, default: 0] += 1
            try take(record)
        } else {
            try rerun(record)
        }
    }

    /// Prepares the store and the action. Returns the obstacle if the action cannot be re-run.
    private func prepare(_ record: ActionRecord) throws -> ReducerObstacle? {
        if let obstacle = reducer.obstacle(to: record) { return obstacle }
        return try reducer.watching(record.seq, record.type, isLast: record.status == .began) {
            do {
                try reducer.take(record)
            } catch ReplayError.actionNotDecodable {
                return .undecodable
            }
            try load(record)
            if case .unknown = position.store { return .afterUnknown }
            return nil
        }
    }

    /// Loads the recorded state into the store if necessary.
    private func load(_ record: ActionRecord) throws {
        guard case .stale = position.store, let recorded = position.recorded else { return }
        // Differences from the recorded state are found by the fit check.
        position = RerunPosition(recorded: try reducer.load(recorded, at: record.parent), store: .same)
    }

    /// Advances to the recorded state after an action.
    private func take(_ record: ActionRecord) throws {
        guard let patch = record.patch else {
            position.store = .unknown
            return
        }
        let known = position.recorded != nil ? try timeline.state(at: record.seq, after: position, patch) : nil
        position.recorded = try known ?? timeline.session.snapshot(record.seq)
        position.store = position.recorded == nil ? .unknown : .stale
    }

    private func rerun(_ record: ActionRecord) throws {
        try reducer.watching(record.seq, record.type) {
            // The recording ended before the effect was written.
            let isOpen = record.status == .dropped && record.patch == nil
            guard var attempt = try? reducer.store.attempt() else {
                // The recorder could not encode that state either.
                return isOpen ? advance() : find(.notEncodable, at: record)
            }
            if options.findsImpurity, let difference = try repeatAttempt(&attempt) {
                return find(difference, at: record)
            }
            if isOpen { return advance() }
            if let difference = try difference(of: attempt, from: record) {
                return find(try impurityBehindDivergence(attempt) ?? difference, at: record)
            }
            advance(agreeing: true)
            if record.patch != nil { position = RerunPosition(recorded: attempt.state, store: .same) }
        }
    }

    /// Continues with the state of the last attempt.
    private func advance(agreeing agrees: Bool = false) {
        reducer.store.commit()
        position.store = .ahead
        if agrees { report.agreed += 1 } else { report.uncompared += 1 }
    }

    /// Returns the difference between an attempt and the recording.
    private func difference(of attempt: Attempt, from record: ActionRecord) throws -> RerunReport.Finding.Kind? {
        guard MaskedText.agree(recorded: record.thrown, rerun: attempt.error) else {
            return .otherError(recorded: record.thrown, rerun: attempt.error)
        }
        guard let patch = record.patch else { return nil }
        let expected = try timeline.state(at: record.seq, after: position, patch)
        guard expected != attempt.state else { return nil }
        return .otherState(StateDifference(from: expected, to: attempt.state))
    }

    private func find(_ kind: RerunReport.Finding.Kind, at record: ActionRecord) {
        report.finding = RerunReport.Finding(seq: record.seq, type: record.type, kind: kind)
    }

    // MARK: Impurity

    /// Reduces the action again, and returns the difference. `attempt` becomes the later one, with which the next state
    /// shares its nodes.
    private func repeatAttempt(_ attempt: inout Attempt) throws -> RerunReport.Finding.Kind? {
        guard let again = try? reducer.store.attempt() else { return nil }
        defer { attempt = again }
        guard again != attempt else { return nil }
        guard again.error == attempt.error else { return .impureError(attempt.error, again.error) }
        return .impureState(StateDifference(from: attempt.state, to: again.state))
    }

    /// Repeats an action that diverged often enough to reveal chance or the clock.
    private func impurityBehindDivergence(_ attempt: Attempt) throws -> RerunReport.Finding.Kind? {
        guard options.findsImpurity else { return nil }
        var attempt = attempt
        for _ in 0..<options.attemptsAtDivergence {
            if let difference = try repeatAttempt(&attempt) { return difference }
        }
        if options.wait > 0 { Thread.sleep(forTimeInterval: options.wait) }
        return try repeatAttempt(&attempt)
    }

    // MARK: Unfinished actions

    /// Re-runs the actions during which the app ended. They may end this process, too.
    private func runBegan() throws {
        var ends: [Int: Checkpoint] = [:]
        for (record, start) in began {
            let start = ends[record.parent] ?? start
            start.restoreStore()
            position = start.position
            let action = RerunReport.Action(seq: record.seq, type: record.type)
            guard try prepare(record) == nil else {
                report.unfinished.append(action)
                continue
            }
            reducer.watching(record.seq, record.type, isLast: true) { _ = try? reducer.store.attempt() }
            reducer.store.commit()
            position.store = .ahead
            ends[record.seq] = checkpoint()
            report.survived.append(action)
        }
    }
}

extension Timeline {
    /// Returns the recorded state after an action, sharing nodes with the re-run's own trees.
    fileprivate func state(at seq: Int, after position: RerunPosition, _ patch: Patch) throws -> Tree {
        if let state = try? position.recorded?.applying(patch) { return state }
        return try state(at: seq)
    }
}
