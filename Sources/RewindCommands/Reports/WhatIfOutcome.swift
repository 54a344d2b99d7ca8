#if os(macOS) || os(Linux)

import RewindReplay
import RewindTree
import RewindTimeline

/// The result of a re-run with changed actions.
struct WhatIfOutcome: Report {
    private let report: WhatIfRun.Report
    private let source: String
    private let target: String?

    /// Creates the result; `source` and `target` are the paths of the two sessions.
    init(_ report: WhatIfRun.Report, source: String, target: String?) {
        (self.report, self.source, self.target) = (report, source, target)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "rerun": report.rerun, "failed": report.failed, "applied": report.applied,
            "without_effect": report.without, "recorded_end": report.recordedEnd, "end": report.end,
            "output": OrNull(wrappedValue: target), "changes": OrNull(wrappedValue: report.difference?.changes),
        ])
    }

    /// Returns the lines: the difference of the end, then the actions that were not re-run.
    func lines(style: Style) -> [String] {
        let actions = "\(BriefText.count(report.rerun, "action")) re-run"
        let end = report.recordedEnd
        let answer =
            switch report.difference?.isEmpty {
            case nil: "the recording has no state at \(end), so that the end is not compared"
            case true?: "the end is the state at \(end)"
            case false?: "the end differs from the state at \(end), recorded → re-run"
            }
        var lines = [style.strong("\(actions): \(answer)")]
        if let difference = report.difference {
            lines += DifferenceText(style: style, width: Output.terminalColumns, indent: 2).lines(for: difference)
        }
        if !report.applied.isEmpty {
            lines.append(
                "could not be re-run, so that their recorded effects were applied: \(BriefText.counts(report.applied))"
            )
        }
        if !report.without.isEmpty {
            lines.append("without a known effect: \(BriefText.counts(report.without))")
        }
        if let target {
            lines.append(
                "wrote \(target), which ends at \(report.end); rewind compare \(source) \(target) tells where they part"
            )
        }
        return lines
    }
}

#endif
