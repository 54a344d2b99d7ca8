import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Re-runs the actions of one branch with new, changed, skipped, or moved actions.
package final class WhatIfRun {
    /// The result of the re-run.
    package struct Report: Sendable {
        /// The last recorded action of the branch.
        package let recordedEnd: Int
        /// The last action of the re-run.
        package internal(set) var end: Int
        /// The number of re-run actions.
        package internal(set) var rerun = 0
        /// The number of actions of each type that could not be re-run, so that their recorded effects were applied.
        package internal(set) var applied: [String: Int] = [:]
        /// The number of actions of each type that could not be re-run and have unknown effects.
        package internal(set) var without: [String: Int] = [:]
        /// The number of actions whose reducer threw an error.
        package internal(set) var failed = 0
        /// The difference from the last recorded state to that of the re-run; nil if the recording does not have the
        /// state.
        package internal(set) var difference: StateDifference?
    }

    /// An action that was run or skipped.
    private struct Step {
        /// The action as re-run.
        var record: ActionRecord
        /// The recorded effect; nil if it is not known.
        let effect: Patch?
        /// The outcome; nil if the effects must still be compared.
        var outcome: WhatIfStep.Outcome?

        /// True if the action ran at this place.
        var ran: Bool { outcome != .skipped && outcome != .moved }
    }

    private let timeline: Timeline
    private let reducer: ReducerRun
    private let plan: WhatIfPlan
    private var state: Tree
    /// True if the store does not have this state yet.
    private var isStale = false
    private var at: Int64
    private var report: Report

    /// Prepares a re-run of the branch that ends with action `end`, by default that of the cursor.
    ///
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`.
    package init(
        _ whatIf: WhatIf,
        of timeline: Timeline,
        to end: Int? = nil,
        with app: RegisteredApp,
        watch: TrapWatch? = nil
    ) throws {
        self.timeline = timeline
        reducer = try ReducerRun(of: app, watch: watch)
        report = Report(recordedEnd: try end ?? timeline.tip(), end: timeline.first)
        plan = try WhatIfPlan(whatIf, to: report.recordedEnd, in: timeline)
        at = try timeline.session.action(timeline.first + 1)?.at ?? 0
        try Self.checkNewActions(of: whatIf, timeline, reducer)
        state = try reducer.load(timeline.state(at: timeline.first), at: timeline.first)
    }

    /// Decodes the new actions, so that a wrong one is refused before a long re-run.
    private static func checkNewActions(of whatIf: WhatIf, _ timeline: Timeline, _ reducer: ReducerRun) throws {
        let edited = try whatIf.edits.map { ($0.seq, try $0.type ?? timeline.action($0.seq).type, $0.payload) }
        for (seq, type, payload) in whatIf.insertions.map({ ($0.after, $0.type, $0.payload) }) + edited {
            try reducer.watching(seq, type) {
                try reducer.take(ActionRecord(seq: seq, parent: seq, at: 0, type: type, payload: payload))
            }
        }
    }

    /// Re-runs the actions and, if `url` is given, writes them to a new session. `progress` receives the number of
    /// actions so far.
    ///
    /// - Throws: `ReplayError`, `SessionError`, or an error of `progress`. No session is written then.
    package func run(to url: URL? = nil, progress: (Int) throws -> Void = { _ in }) throws -> Report {
        let session = timeline.session
        let output = try url.map { url in
            try DerivedSession(
                at: url,
                facts: session.facts(),
                adding: ["rerun_of": session.url.lastPathComponent, SessionFact.endedByKey: nil],
                beginningAt: timeline.first,
                first: state
            )
        }
        let bookmarked = Set(try session.bookmarks().map(\.seq))
        var renumbered = [timeline.first: timeline.first]
        try plan.forEach { place in
            for part in [place.own].compactMap(\.self) + place.added {
                try progress(report.end)
                let step = try play(part)
                guard step.ran else { continue }
                // Effects are not run again, and the numbers of actions change.
                var record = step.record
                record.cause = nil
                try output?.append(record, state: state)
                if case .recorded(let seq, _) = part, bookmarked.contains(seq) { renumbered[seq] = report.end }
            }
        }
        try output?.finish(last: report.end, bookmarks: session.readableBookmarks(), keepsCursor: false) {
            renumbered[$0]
        }
        return try ended()
    }

    /// Re-runs the actions, and reports the outcome of each recorded action, followed by those added after it. The
    /// re-run's state at a recorded action is the one after the last action added there.
    ///
    /// - Complexity: Linear in the actions, in their changes, and in the differences.
    /// - Throws: `ReplayError`, `SessionError`, or an error of the closure.
    package func run(telling tell: (WhatIfStep) throws -> Void) throws -> Report {
        var comparison = WhatIfComparison(recorded: try timeline.state(at: timeline.first), rerun: state)
        if let apart = comparison.difference { try tell(WhatIfStep(seq: timeline.first, type: "", apart: apart)) }
        try plan.forEach { place in
            let seq = place.seq
            let own = try place.own.map(play)
            let added = try place.added.map(play)
            guard own != nil || !added.isEmpty else { return }
            let other = own.flatMap { $0.ran ? $0.record.patch : nil }
            let effects = added.compactMap(\.record.patch)
            let (didSame, isOther) = try comparison.take(own?.effect, now: other, adding: effects) {
                try timeline.state(at: seq)
            }
            try tell(
                WhatIfStep(
                    seq: seq,
                    type: own?.record.type ?? "",
                    outcome: own?.outcome ?? (didSame ? nil : .other),
                    apart: isOther ? comparison.difference ?? Patch([]) : nil
                )
            )
            for step in added { try tell(WhatIfStep(seq: seq, type: step.record.type, outcome: .added)) }
        }
        return try ended()
    }

    /// Returns the report after the last action.
    private func ended() throws -> Report {
        if try timeline.gap(endingWith: report.recordedEnd) == nil {
            report.difference = StateDifference(from: try timeline.state(at: report.recordedEnd), to: state)
        }
        return report
    }

    // MARK: Actions

    private func play(_ part: WhatIfPlan.Part) throws -> Step {
        switch part {
        case .skipped(let seq):
            let record = try timeline.action(seq)
            return Step(record: record, effect: record.patch, outcome: .skipped)
        case .moved(let seq):
            let record = try timeline.action(seq)
            return Step(record: record, effect: record.patch, outcome: .moved)
        case .inserted(let insertion):
            let (type, payload, seq) = (insertion.type, insertion.payload, insertion.after)
            return try reduce(ActionRecord(seq: seq, parent: seq, at: at, type: type, payload: payload), isNew: true)
        case .recorded(let seq, let edit):
            var record = try timeline.action(seq)
            at = record.at
            if let edit {
                (record.type, record.payload, record.coder) = (edit.type ?? record.type, edit.payload, .codable)
                var step = try reduce(record, isNew: true)
                step.outcome = .edited
                return step
            }
            guard reducer.obstacle(to: record) == nil else { return try apply(record) }
            do {
                return try reduce(record, isNew: false)
            } catch ReplayError.actionNotDecodable {
                return try apply(record)
            }
        }
    }

    private func reduce(_ old: ActionRecord, isNew: Bool) throws -> Step {
        try reducer.watching(old.seq, old.type, isLast: old.status == .began) {
            var record = old
            if isNew { try reducer.take(new: &record) } else { try reducer.take(record) }
            if isStale { try reducer.load(state, at: record.seq) }
            isStale = false
            let next = try reducer.reduce(&record, from: state)
            reducer.store.commit()
            report.rerun += 1
            if record.status == .failed { report.failed += 1 }
            let agrees = MaskedText.agree(recorded: old.thrown, rerun: record.thrown)
            return advance(record, to: next, effect: old.patch, old.patch == nil ? .unknown : agrees ? nil : .other)
        }
    }

    /// Applies the recorded effect of an action that cannot be re-run.
    private func apply(_ old: ActionRecord) throws -> Step {
        guard let patch = old.patch else {
            report.without[old.type, default: 0] += 1
            var record = old
            record.status = .dropped
            return advance(record, to: state, effect: nil, .unknown)
        }
        guard let next = try? state.applying(patch) else {
            throw ReplayError.effectDoesNotFit(seq: old.seq, type: old.type)
        }
        isStale = true
        report.applied[old.type, default: 0] += 1
        return advance(old, to: next, effect: patch, .applied)
    }

    private func advance(
        _ record: ActionRecord,
        to next: Tree,
        effect: Patch?,
        _ outcome: WhatIfStep.Outcome?
    ) -> Step {
        report.end += 1
        state = next
        var step = Step(record: record, effect: effect, outcome: outcome)
        (step.record.seq, step.record.parent) = (report.end, report.end - 1)
        return step
    }
}
