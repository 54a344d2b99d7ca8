import Foundation
import RewindSession
import RewindTimeline
import RewindTree

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
        /// The difference from the recorded state at the end to this one; nil when the recording does not have that.
        package internal(set) var difference: StateDifference?
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

    /// Who is told of each action of the recording, and how the states differ there; nil when nobody is.
    private var steps: (comparison: WhatIfComparison, tell: (WhatIfStep) throws -> Void)?
    private let skipped: Set<Int>

    /// Prepares a re-run of the branch that ends with action `end`, by default of the one that the cursor is on.
    ///
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`.
    package init(
        _ whatIf: WhatIf,
        of timeline: Timeline,
        to end: Int? = nil,
        with app: RerunnableApp,
        watch: TrapWatch? = nil
    ) throws {
        self.timeline = timeline
        self.watch = watch
        store = try app.store()
        skipped = whatIf.skipped
        recordedEnd = try end ?? timeline.tip()
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
            try output?.finish(last: report.end, keepsCursor: false) { renumbered[$0] }
        } catch {
            output?.discard()
            throw error
        }
        return try ended()
    }

    /// What it came to, at the end.
    private func ended() throws -> Report {
        if try timeline.gap(endingWith: recordedEnd) == nil {
            report.difference = StateDifference(from: try timeline.state(at: recordedEnd), to: state)
        }
        return report
    }

    /// Re-runs the actions of a what-if that leaves some out and changes nothing else, and tells of each action of the
    /// recording how it came out.
    ///
    /// - Complexity: linear in the actions, in what each changes, and in what is different.
    /// - Throws: `ReplayError`, `SessionError`, what `tell` throws.
    package func run(telling tell: @escaping (WhatIfStep) throws -> Void) throws -> Report {
        let first = try timeline.state(at: timeline.first)
        let comparison = WhatIfComparison(recorded: first, rerun: state)
        steps = (comparison, tell)
        if let apart = comparison.difference { try tell(WhatIfStep(seq: timeline.first, type: "", apart: apart)) }
        defer { steps = nil }
        let path = try timeline.path(from: timeline.first, to: recordedEnd)
        for index in 1..<max(1, path.count) {
            let seq = path[index]
            if skipped.contains(seq) { try skip(seq) } else { try play(seq, nil) }
        }
        return try ended()
    }

    private func skip(_ seq: Int) throws {
        let session = timeline.session
        guard let record = try session.action(seq) else { throw session.damaged(.actionMissing(seq: seq)) }
        try tell(of: record, effect: record.patch, now: nil, .skipped)
    }

    /// Tells of an action whose effect was `effect`, and now is another one; without an outcome, it is told whether that is
    /// the same.
    private func tell(
        of record: ActionRecord,
        effect: Patch?,
        now other: Patch?,
        _ outcome: WhatIfStep.Outcome? = nil
    ) throws {
        guard var steps else { return }
        // Else all that it holds were copied.
        self.steps = nil
        let (didSame, isOther) = try steps.comparison.take(effect, now: other) { try timeline.state(at: record.seq) }
        let apart = isOther ? steps.comparison.difference ?? Patch([]) : nil
        self.steps = steps
        let own = outcome ?? (didSame ? nil : .other)
        try steps.tell(WhatIfStep(seq: record.seq, type: record.type, outcome: own, apart: apart))
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
        let before = (effect: record.patch, error: record.status == .failed ? record.error ?? "" : nil)
        record.status = attempt.error == nil ? .done : .failed
        record.error = attempt.error
        record.patch = attempt.state.patch(from: state)
        report.rerun += 1
        if attempt.error != nil { report.failed += 1 }
        if steps != nil {
            let agrees = MaskedText.agree(recorded: before.error, rerun: attempt.error)
            let outcome: WhatIfStep.Outcome? = before.effect == nil ? .unknown : agrees ? nil : .other
            try tell(of: record, effect: before.effect, now: record.patch, outcome)
        }
        try write(record, attempt.state)
    }

    /// Applies what an action that cannot be re-run did when it was recorded.
    private func apply(_ record: ActionRecord) throws {
        guard let patch = record.patch else {
            report.without[record.type, default: 0] += 1
            try tell(of: record, effect: nil, now: nil, .unknown)
            var record = record
            record.status = .dropped
            return try write(record, state)
        }
        guard let next = try? state.applying(patch) else {
            throw ReplayError.effectDoesNotFit(seq: record.seq, type: record.type)
        }
        isStale = true
        report.applied[record.type, default: 0] += 1
        try tell(of: record, effect: patch, now: patch, .applied)
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
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }
}
