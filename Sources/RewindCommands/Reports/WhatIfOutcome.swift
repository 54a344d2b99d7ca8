import RewindReplay
import RewindTree
import RewindTimeline

/// What a re-run with other actions came to.
struct WhatIfOutcome: Report {
    private enum CodingKeys: String, CodingKey {
        case rerun, failed, applied, end, output, changes, withoutEffect = "without_effect", recordedEnd =
            "recorded_end"
    }

    private let report: WhatIfRun.Report
    private let source: String
    private let target: String?

    /// `source` and `target` are the paths of the two sessions.
    init(_ report: WhatIfRun.Report, source: String, target: String?) {
        (self.report, self.source, self.target) = (report, source, target)
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(report.rerun, forKey: .rerun)
        try object.encode(report.failed, forKey: .failed)
        try object.encode(report.applied, forKey: .applied)
        try object.encode(report.without, forKey: .withoutEffect)
        try object.encode(report.recordedEnd, forKey: .recordedEnd)
        try object.encode(report.end, forKey: .end)
        try object.encode(target, forKey: .output)
        try object.encode(report.changes?.map(ChangeEntry.init), forKey: .changes)
    }

    /// How the end differs, and what was not re-run.
    func lines(style: Style) -> [String] {
        let actions = "\(BriefText.count(report.rerun, "action")) re-run"
        let end = report.recordedEnd
        let answer =
            switch report.changes {
            case nil: "the recording has no state at \(end), so that the end is not compared"
            case []?: "the end is the state at \(end)"
            default: "the end differs from the state at \(end), recorded → re-run"
            }
        var lines = [style.strong("\(actions): \(answer)")]
        lines += ChangeText.lines(for: report.changes ?? [], style: style).map { "  \($0)" }
        if !report.applied.isEmpty {
            lines.append(
                "could not be re-run, so that their recorded effects were applied: \(TypeCounts.text(report.applied))"
            )
        }
        if !report.without.isEmpty {
            lines.append("without a known effect: \(TypeCounts.text(report.without))")
        }
        if let target {
            lines.append(
                "wrote \(target), which ends at \(report.end); rewind compare \(source) \(target) tells where they part"
            )
        }
        return lines
    }
}
