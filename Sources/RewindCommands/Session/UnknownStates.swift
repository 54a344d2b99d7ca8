#if os(macOS) || os(Linux)

import Foundation
import RewindReplay
import RewindSession
import RewindTimeline

/// Sees to the states that a command needs and the recording does not have: recovers them with the app's reducers, where
/// the tool knows these, and says so; else says which state stands in for them.
final class UnknownStates {
    private let timeline: Timeline
    /// What to call the session, where there are several.
    private let name: String?
    /// Whether what stands in for a state that is not known is told: an answer that has no state needs no such words.
    private let tellsOfOthers: Bool
    private let write: (String) -> Void
    private let working: (() throws -> Void) throws -> Void
    private var told: Set<String> = []
    /// Ranges that need no second look.
    private var seen: [ClosedRange<Int>] = []

    /// - Parameters:
    ///   - write: tells a line.
    ///   - working: runs what may take long.
    init(
        of timeline: Timeline,
        name: String? = nil,
        tellsOfOthers: Bool = true,
        write: @escaping (String) -> Void = Output.message,
        working: @escaping (() throws -> Void) throws -> Void = { try $0() }
    ) {
        (self.timeline, self.name, self.tellsOfOthers) = (timeline, name, tellsOfOthers)
        (self.write, self.working) = (write, working)
    }

    /// Sees to the states at `seqs`.
    ///
    /// - Complexity: linear in the actions up to each of them whose effects are not known.
    /// - Throws: `SessionError`, `ReplayError`, `CancellationError` after Ctrl-C.
    func prepare(_ seqs: Int...) throws {
        let unknown = try Set(seqs).sorted().filter { try $0 > timeline.first && !timeline.session.isEffectKnown($0) }
        try prepare(unknown, isOne: unknown.count == 1)
    }

    /// Sees to all states in `ranges`; gives whether any was recovered.
    ///
    /// - Complexity: linear in the actions.
    /// - Throws: `SessionError`, `ReplayError`, `CancellationError` after Ctrl-C.
    @discardableResult
    func prepare(allIn ranges: [ClosedRange<Int>]) throws -> Bool {
        let new = ranges.compactMap { range in
            let known = seen.filter { $0.contains(range.upperBound) }.map(\.lowerBound).min()
            guard let known else { return range }
            return known > range.lowerBound ? range.lowerBound...known - 1 : nil
        }
        if !new.isEmpty { seen += ranges }
        return try prepare(try timeline.seqsOfUnknownEffects(in: new), isOne: false)
    }

    /// Recovers what there is to recover in `range`, and in what its actions were applied to; what cannot be recovered
    /// is not told here, as who lists actions marks those.
    ///
    /// - Complexity: linear in the actions of the range.
    /// - Throws: `SessionError`, `ReplayError`, `CancellationError` after Ctrl-C.
    func recover(in range: ClosedRange<Int>) throws {
        guard RegisteredApp.current?.rerunnable != nil else { return }
        try prepare(try timeline.seqsOfUnknownEffects(upTo: range), isOne: false, tellsOfLost: false)
    }

    @discardableResult
    private func prepare(_ seqs: [Int], isOne: Bool, tellsOfLost: Bool = true) throws -> Bool {
        guard let first = seqs.first else { return false }
        guard let app = RegisteredApp.current?.rerunnable else {
            tell(try unrecovered(seqs))
            return false
        }
        let work = LongWork()
        let watch = TrapWatch(
            clearing: Output.isErrorTerminal ? Output.lineErasure : "",
            output: STDERR_FILENO,
            status: 2,
            before: { Terminal.bringBack() },
            sentence: sentence(lastKnown: try timeline.lastKnownState(through: first))
        )
        var report = RecoveryReport()
        try working {
            defer { work.end() }
            report = try StateRecovery.run(seqs, of: timeline, with: app, watch: watch) { seq in
                try work.step("recovering states, at \(seq) of \(seqs.last ?? seq)")
            }
        }
        watch.end()
        if report.recovered > 0 { tell(RecoveryText.note(ofRecovering: report.recovered, isOne: isOne, in: name)) }
        if tellsOfLost { tell(report.failures.map { ($0, Optional($0.reason)) }) }
        return report.recovered > 0
    }

    /// The actions `seqs` in runs, where nothing can be re-run; with each, those right before it.
    private func unrecovered(_ seqs: [Int]) throws -> [(RecoveryReport.Failure, RecoveryReport.Reason?)] {
        var runs: [(first: Int, last: Int)] = []
        for seq in seqs {
            if let last = runs.last?.last, last == seq - 1, try timeline.parent(of: seq) == last {
                runs[runs.count - 1].last = seq
            } else {
                runs.append((seq, seq))
            }
        }
        return try runs.map { run in
            let gap = try timeline.gap(endingWith: run.last)
            let first = gap?.first ?? run.first
            let failure = RecoveryReport.Failure(
                .lost,
                first: first,
                last: run.last,
                count: gap?.count ?? 1,
                standsIn: try timeline.parent(of: first)
            )
            return (failure, nil)
        }
    }

    private func tell(_ failures: [(RecoveryReport.Failure, RecoveryReport.Reason?)]) {
        guard tellsOfOthers else { return }
        let text = RecoveryText(
            failures: failures,
            name: name,
            file: timeline.session.url.relativePath,
            arguments: Array(CommandLine.arguments.dropFirst())
        )
        for line in text.lines { tell(line) }
    }

    private func tell(_ line: String) {
        if told.insert(line).inserted { write(line) }
    }

    private func sentence(lastKnown: Int) -> (String?, Bool) -> TrapWatch.Sentence {
        let file = ShellWord.text(timeline.session.url.relativePath)
        return { type, _ in TrapText.whileRecovering(type, file: file, lastKnown: lastKnown) }
    }
}

#endif
