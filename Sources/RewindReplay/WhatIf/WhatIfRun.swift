import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// Runs the actions of one branch again, with others among them, left out or in another order.
package final class WhatIfRun {
    /// What it came to.
    package struct Report: Sendable {
        /// The last action of the branch.
        package let recordedEnd: Int
        /// The last action of the re-run.
        package internal(set) var end: Int
        /// How many actions were re-run.
        package internal(set) var rerun = 0
        /// The actions that cannot be re-run, whose recorded effects were applied: how many of each type.
        package internal(set) var applied: [String: Int] = [:]
        /// Those whose effect is not known: how many of each type.
        package internal(set) var without: [String: Int] = [:]
        /// How many reducers threw.
        package internal(set) var failed = 0
        /// How the state at the end differs from the recorded one; nil when the recording does not have that.
        package internal(set) var changes: [Change]?
    }

    private let timeline: Timeline
    private let store: any AppStore
    private let plan: WhatIfPlan
    private let recordedEnd: Int
    private let watch: TrapWatch?
    private var output: DerivedSession?
    private var renumbered: [Int: Int] = [:]
    private let bookmarked: Set<Int>

    private var state: Tree
    /// Whether the store must still take that state.
    private var isStale = false
    private var at: Int64
    private var report: Report

    /// Prepares a re-run of the branch that the cursor is on.
    ///
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`.
    package init(_ whatIf: WhatIf, of timeline: Timeline, with app: RerunnableApp, watch: TrapWatch? = nil) throws {
        self.timeline = timeline
        self.watch = watch
        store = try app.store()
        recordedEnd = try timeline.tip()
        plan = try WhatIfPlan(whatIf, to: recordedEnd, in: timeline)
        let session = timeline.session
        bookmarked = Set(try session.bookmarks().map(\.seq))
        report = Report(recordedEnd: recordedEnd, end: timeline.first)
        at = try session.action(timeline.first + 1)?.at ?? 0
        let first = try timeline.state(at: timeline.first)
        if case .null = first, store.needsState { throw ReplayError.noFirstState }
        do {
            try store.setState(first)
            state = try store.stateTree()
        } catch {
            throw ReplayError.stateNotDecodable(seq: timeline.first, DecodingFailure(error, in: first))
        }
        renumbered[timeline.first] = timeline.first
    }

    /// Re-runs the actions, and writes a session of them to `output`, if that is given. `progress` is told before each how
    /// many came before.
    ///
    /// - Throws: `ReplayError`, `SessionError`, what `progress` throws. There is no output then.
    package func run(to url: URL? = nil, progress: (Int) throws -> Void = { _ in }) throws -> Report {
        if let url {
            let facts = ["rerun_of": timeline.session.url.lastPathComponent, SessionFact.endedByKey: nil]
            output = try DerivedSession(of: timeline.session, at: url, first: state, facts: facts)
        }
        do {
            try plan.forEach { part in
                try progress(report.end)
                switch part {
                case .recorded(let seq, let edit): try play(seq, edit)
                case .inserted(let insertion): try play(insertion)
                }
            }
            try output?.publish(last: report.end, keepsCursor: false) { renumbered[$0] }
        } catch {
            output?.discard()
            throw error
        }
        if try timeline.gap(endingWith: recordedEnd) == nil {
            report.changes = try state.changes(from: timeline.state(at: recordedEnd))
        }
        return report
    }

    // MARK: Actions

    private func play(_ seq: Int, _ edit: WhatIf.Edit?) throws {
        let session = timeline.session
        guard var record = try session.action(seq) else { throw session.damaged(.actionMissing(seq: seq)) }
        at = record.at
        if let edit {
            record.type = edit.type ?? record.type
            record.payload = edit.payload
            record.coder = .codable
            try reduce(record, isRecorded: false)
        } else if store.isReady(record.type)
            || record.coder == .codable && record.payload != nil && store.registeredType(of: record.type) != nil
        {
            try reduce(record, isRecorded: true)
        } else {
            try apply(record)
        }
        if bookmarked.contains(seq) { renumbered[seq] = report.end }
    }

    private func play(_ insertion: WhatIf.Insertion) throws {
        let record = ActionRecord(
            seq: insertion.after,
            parent: insertion.after,
            at: at,
            type: insertion.type,
            payload: insertion.payload
        )
        try reduce(record, isRecorded: false)
    }

    private func reduce(_ record: ActionRecord, isRecorded: Bool) throws {
        watch?.enter(record.seq, record.type, isLast: record.status == .began)
        defer { watch?.leave() }
        var record = record
        let payload = record.payload ?? .null
        do {
            try store.setAction(named: record.type, payload)
        } catch let error as ReplayError {
            throw error
        } catch {
            if isRecorded { return try apply(record) }
            throw ReplayError.actionNotDecodable(
                seq: record.seq,
                type: record.type,
                DecodingFailure(error, in: payload)
            )
        }
        if !isRecorded, let written = store.actionRecord() { (record.type, record.payload) = written }
        if isStale { try load(at: record.seq) }
        let start = ContinuousClock.now
        let attempt: Attempt
        do {
            attempt = try store.attempt()
        } catch {
            throw ReplayError.stateNotEncodable(seq: record.seq, type: record.type)
        }
        record.duration = start.duration(to: .now).nanoseconds
        store.commit()
        record.status = attempt.error == nil ? .done : .failed
        record.error = attempt.error
        record.patch = attempt.state.patch(from: state)
        report.rerun += 1
        if attempt.error != nil { report.failed += 1 }
        try write(record, attempt.state)
    }

    /// Applies what an action that cannot be re-run did when it was recorded.
    private func apply(_ record: ActionRecord) throws {
        guard let patch = record.patch else {
            report.without[record.type, default: 0] += 1
            var record = record
            record.status = .dropped
            return try write(record, state)
        }
        guard let next = try? state.applying(patch) else {
            throw ReplayError.effectDoesNotFit(seq: record.seq, type: record.type)
        }
        isStale = true
        report.applied[record.type, default: 0] += 1
        try write(record, next)
    }

    private func load(at seq: Int) throws {
        do {
            try store.setState(state)
            isStale = false
        } catch {
            throw ReplayError.stateNotDecodable(seq: seq, DecodingFailure(error, in: state))
        }
    }

    private func write(_ record: ActionRecord, _ next: Tree) throws {
        report.end += 1
        var record = record
        record.seq = report.end
        record.parent = report.end - 1
        try output?.append(record, state: next)
        state = next
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }
}
