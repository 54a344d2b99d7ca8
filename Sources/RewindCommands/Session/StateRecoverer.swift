import Foundation
import RewindReplay
import RewindTimeline

/// Recovers unknown states with the app's reducers, if the tool has them, and prints a note; otherwise prints which
/// known state is shown instead.
final class StateRecoverer {
    /// The name of the session, if there are several.
    private let name: String?
    private let write: (String) -> Void
    private let working: (() throws -> Void) throws -> Void
    private var written: Set<String> = []

    /// - Parameters:
    ///   - write: Prints a note.
    ///   - working: Runs work that may take long.
    init(
        name: String? = nil,
        write: @escaping (String) -> Void = Output.message,
        working: @escaping (() throws -> Void) throws -> Void = { try $0() }
    ) {
        self.name = name
        self.write = write
        self.working = working
    }

    /// Recovers the states. Returns true if any was recovered.
    ///
    /// - Throws: `SessionError`, `ReplayError`, `CancellationError` after Ctrl-C.
    func recover(_ unknown: Timeline.UnknownStates, of timeline: Timeline) throws -> Bool {
        let seqs = unknown.seqs
        guard let first = seqs.first else { return false }
        guard let app = RegisteredApp.current?.rerunnable else {
            if unknown.areShown { note(try unrecovered(seqs, of: timeline), of: timeline) }
            return false
        }
        let work = ProgressReporter()
        let file = ShellWord.path(timeline.session.url.relativePath)
        let lastKnown = try timeline.lastKnownState(through: first)
        let watch = TrapWatch.onStandardError { TrapText.whileRecovering($0, file: file, lastKnown: lastKnown) }
        var report = RecoveryReport()
        try working {
            report = try StateRecovery.run(seqs, of: timeline, with: app, watch: watch) { seq in
                try work.step("recovering states", done: seq - first, of: (seqs.last ?? seq) - first)
            }
        }
        watch.end()
        if report.recovered > 0 {
            note(RecoveryText.note(ofRecovering: report.recovered, isOne: unknown.isOne, in: name))
        }
        if unknown.areShown { note(report.failures.map { ($0, Optional($0.reason)) }, of: timeline) }
        return report.recovered > 0
    }

    /// Returns the actions `seqs` as runs, each with the gap that ends with it, for a tool without reducers.
    private func unrecovered(
        _ seqs: [Int],
        of timeline: Timeline
    ) throws -> [(RecoveryReport.Failure, RecoveryReport.Reason?)] {
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
                fallback: try timeline.parent(of: first)
            )
            return (failure, nil)
        }
    }

    private func note(_ failures: [(RecoveryReport.Failure, RecoveryReport.Reason?)], of timeline: Timeline) {
        let text = RecoveryText(
            failures: failures,
            name: name,
            file: timeline.session.url.relativePath,
            arguments: Array(CommandLine.arguments.dropFirst())
        )
        for line in text.lines { note(line) }
    }

    private func note(_ line: String) {
        if written.insert(line).inserted { write(line) }
    }
}

extension TrapWatch {
    /// Creates a watch for work that precedes the answer: a trap ends the process with status 2, and its message goes
    /// to standard error.
    static func onStandardError(sentence: @escaping (_ type: String?) -> Sentence) -> TrapWatch {
        TrapWatch(
            clearing: Output.isErrorTerminal ? Output.lineErasure : "",
            output: STDERR_FILENO,
            status: 2,
            before: { Terminal.bringBack() },
            sentence: { type, _ in sentence(type) }
        )
    }
}
