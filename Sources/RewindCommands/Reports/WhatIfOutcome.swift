import RewindAnswers
import RewindReplay
import RewindTimeline

/// The result of a re-run with changed actions.
struct WhatIfOutcome: CommandReport {
    private let report: WhatIfRun.Report
    private let source: String
    private let target: String?

    /// Creates the result; `source` and `target` are the paths of the two sessions.
    init(_ report: WhatIfRun.Report, source: String, target: String?) {
        self.report = report
        self.source = source
        self.target = target
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "rerun": report.rerun, "failed": report.failed, "applied": report.applied,
            "without_effect": report.without, "recorded_end": report.recordedEnd, "end": report.end,
            "file": target, "changes": report.difference?.recorded,
        ])
    }

    /// Returns the lines: the difference of the end, then the actions that were not re-run.
    func lines(style: TextStyle) -> [String] {
        let actions = "\(BriefText.count(report.rerun, "action")) re-run"
        let end = report.recordedEnd
        let answer =
            switch report.difference?.isEmpty {
            case nil: "end not compared: the state at \(end) is unknown"
            case true?: "same end state, \(end)"
            case false?: "the end differs from the state at \(end), recorded → re-run"
            }
        var lines = [style.strong("\(actions); \(answer)")]
        if let difference = report.difference {
            lines += DifferenceText(style: style, width: Output.terminalColumns, indent: 2).lines(for: difference)
        }
        if !report.applied.isEmpty {
            lines.append("not re-run; the recorded effects were used: \(BriefText.counts(report.applied))")
        }
        if !report.without.isEmpty {
            lines.append("effect unknown: \(BriefText.counts(report.without))")
        }
        if let target {
            lines += [
                "wrote \(target), which ends at \(report.end). Compare them:",
                "  rewind compare \(ShellWord.path(source)) \(ShellWord.path(target))",
            ]
        }
        return lines
    }
}
