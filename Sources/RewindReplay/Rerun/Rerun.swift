import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Runs the actions of a session again, branches included, and compares each step with the recording.
///
/// What is compared is the effect: the recorded patch is applied to the re-run's own tree, with which the next tree of
/// the store shares all that did not change. Of the states, only those are kept that branches start from.
package final class Rerun {
    /// How often, and how.
    package struct Options: Sendable {
        /// Whether every action is reduced twice, to find reducers that depend on more than the state and the action.
        package var findsImpurity = false
        /// How often an action that diverged is reduced again, to tell whether its reducer is impure.
        package var attemptsAtDivergence = 32
        /// How long to wait before one more of those, in seconds: longer than the clock of a state is coarse.
        package var wait = 1.05

        package init() {}
    }

    let timeline: Timeline
    let store: any AppStore
    private let options: Options
    private let watch: TrapWatch?
    private var position: RerunPosition
    private var kept: [Int: RerunCheckpoint] = [:]
    private var forks: Set<Int> = []
    /// The actions during which the app ended, with where they start.
    private var began: [(record: ActionRecord, start: RerunCheckpoint)] = []
    package private(set) var report: RerunReport

    /// Prepares to re-run a session.
    ///
    /// - Throws: `ReplayError`, `SessionError`.
    package init(
        of timeline: Timeline,
        with app: RerunnableApp,
        options: Options = Options(),
        watch: TrapWatch? = nil
    ) throws {
        self.timeline = timeline
        self.options = options
        self.watch = watch
        store = try app.store()
        report = RerunReport(first: timeline.first, last: timeline.last)
        position = RerunPosition(recorded: try timeline.state(at: timeline.first), store: .stale)
    }

    /// Re-runs all actions, or up to the first that is not as it should be. `progress` is told the seq before each.
    ///
    /// - Complexity: linear in the actions, and in what each changes.
    /// - Throws: `ReplayError`, `SessionError`, what `progress` throws.
    package func run(progress: (Int) throws -> Void = { _ in }) throws -> RerunReport {
        let session = timeline.session
        forks = Set(try session.soundBranches().map(\.parent))
        keepIfFork(timeline.first)
        var seq = timeline.first
        try session.forEachAction { record in
            guard record.seq == seq + 1 else { throw session.damaged(.actionMissing(seq: seq + 1)) }
            try progress(record.seq)
            if record.parent != seq { try goBack(to: record.parent, for: record) }
            if report.finding == nil { try pass(record) }
            seq += 1
            keepIfFork(seq)
            return report.finding == nil
        }
        if report.finding == nil { try runBegan() }
        return report
    }

    // MARK: Branches

    private func keepIfFork(_ seq: Int) {
        if forks.contains(seq) { kept[seq] = checkpoint() }
    }

    private func checkpoint() -> RerunCheckpoint {
        RerunCheckpoint(position: position, restoreStore: store.keepState())
    }

    private func goBack(to parent: Int, for record: ActionRecord) throws {
        guard let checkpoint = kept[parent] else {
            position = RerunPosition(recorded: nil, store: .unknown)
            return
        }
        checkpoint.restoreStore()
        position = checkpoint.position
        guard options.findsImpurity, case .same = position.store, let recorded = position.recorded else { return }
        let tree = try store.stateTree()
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

    /// Gets store and action ready; gives the reason when the action cannot be re-run.
    private func prepare(_ record: ActionRecord) throws -> RerunReport.Reason? {
        if !store.isReady(record.type) {
            guard record.coder == .codable else { return record.status == .dropped ? .lost : .reflected }
            guard record.payload != nil else { return .lost }
            guard store.registeredType(of: record.type) != nil else { return .unregistered }
        }
        watch?.enter(record.seq, record.type, isLast: record.status == .began)
        defer { watch?.leave() }
        do {
            try store.setAction(named: record.type, record.payload ?? .null)
        } catch let error as ReplayError {
            throw error
        } catch {
            return .undecodable
        }
        try load(record)
        if case .unknown = position.store { return .afterUnknown }
        return nil
    }

    /// Brings the store to the recorded state, if it is elsewhere.
    private func load(_ record: ActionRecord) throws {
        guard case .stale = position.store, let recorded = position.recorded else { return }
        if case .null = recorded, store.needsState {
            throw ReplayError.noFirstState
        }
        do {
            try store.setState(recorded)
            // Whether that is the recorded state, down to the last member, is the check's business.
            position.recorded = try store.stateTree()
            position.store = .same
        } catch {
            throw ReplayError.stateNotDecodable(seq: record.parent, DecodingFailure(error, in: recorded))
        }
    }

    /// Goes on to the state that the recording has after an action.
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
        watch?.enter(record.seq, record.type, isLast: false)
        defer { watch?.leave() }
        guard var attempt = attempt(record) else { return }
        if options.findsImpurity, let difference = try repeatAttempt(&attempt) { return find(difference, at: record) }
        guard record.status != .dropped || record.patch != nil else {
            // The recording ended before it could write what became of it.
            store.commit()
            position.store = .ahead
            report.uncompared += 1
            return
        }
        if let difference = try difference(of: attempt, from: record) {
            return find(try impurityBehindDivergence(attempt) ?? difference, at: record)
        }
        store.commit()
        report.agreed += 1
        if record.patch == nil {
            position.store = .ahead
        } else {
            position = RerunPosition(recorded: attempt.state, store: .same)
        }
    }

    /// Reduces the action; nil when the state that it leads to has no tree.
    private func attempt(_ record: ActionRecord) -> Attempt? {
        do {
            return try store.attempt()
        } catch {
            guard record.status == .dropped, record.patch == nil else {
                find(.notEncodable, at: record)
                return nil
            }
            // Neither had it one for the recorder.
            store.commit()
            position.store = .ahead
            report.uncompared += 1
            return nil
        }
    }

    /// How an attempt differs from the recording.
    private func difference(of attempt: Attempt, from record: ActionRecord) throws -> RerunReport.Finding.Kind? {
        let error = record.status == .failed ? record.error ?? "" : nil
        guard MaskedText.agree(recorded: error, rerun: attempt.error) else {
            return .otherError(recorded: error, rerun: attempt.error)
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

    /// Reduces the action again, and gives how that differs. `attempt` is the later one then: what comes next shares
    /// its nodes with that.
    private func repeatAttempt(_ attempt: inout Attempt) throws -> RerunReport.Finding.Kind? {
        guard let again = try? store.attempt() else { return nil }
        defer { attempt = again }
        guard again != attempt else { return nil }
        guard again.error == attempt.error else { return .impureError(attempt.error, again.error) }
        return .impureState(StateDifference(from: attempt.state, to: again.state))
    }

    /// Reduces an action that diverged so often that chance and the clock would show.
    private func impurityBehindDivergence(_ attempt: Attempt) throws -> RerunReport.Finding.Kind? {
        guard options.findsImpurity else { return nil }
        var attempt = attempt
        for _ in 0..<options.attemptsAtDivergence {
            if let difference = try repeatAttempt(&attempt) { return difference }
        }
        if options.wait > 0 { Thread.sleep(forTimeInterval: options.wait) }
        return try repeatAttempt(&attempt)
    }

    // MARK: The end

    /// Re-runs the actions during which the app ended: they may well end this process, too.
    private func runBegan() throws {
        var ends: [Int: RerunCheckpoint] = [:]
        for (record, start) in began {
            let start = ends[record.parent] ?? start
            start.restoreStore()
            position = start.position
            let action = RerunReport.Action(seq: record.seq, type: record.type)
            guard try prepare(record) == nil else {
                report.unfinished.append(action)
                continue
            }
            watch?.enter(record.seq, record.type, isLast: true)
            _ = try? store.attempt()
            watch?.leave()
            store.commit()
            position.store = .ahead
            ends[record.seq] = checkpoint()
            report.survived.append(action)
        }
    }
}

extension Timeline {
    /// The state after an action as the recording has it, in terms of the re-run's own trees.
    fileprivate func state(at seq: Int, after position: RerunPosition, _ patch: Patch) throws -> Tree {
        if let state = try? position.recorded?.applying(patch) { return state }
        return try state(at: seq)
    }
}
