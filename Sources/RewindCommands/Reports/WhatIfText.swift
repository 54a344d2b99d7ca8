import RewindReplay
import RewindTree
import RewindTimeline

/// What a re-run with other actions came to, as lines for people and as JSON.
struct WhatIfText {
    private let report: WhatIfRun.Report
    private let source: String
    private let target: String?

    /// `source` and `target` are the paths of the two sessions.
    init(_ report: WhatIfRun.Report, source: String, target: String?) {
        (self.report, self.source, self.target) = (report, source, target)
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

    /// The JSON document.
    var json: Tree {
        Tree(members: [
            ("rerun", .integer(Int64(report.rerun))),
            ("failed", .integer(Int64(report.failed))),
            ("applied", TypeCounts.json(report.applied)),
            ("without_effect", TypeCounts.json(report.without)),
            ("recorded_end", .integer(Int64(report.recordedEnd))),
            ("end", .integer(Int64(report.end))),
            ("output", target.map(Tree.string) ?? .null),
            ("changes", report.changes.map { Tree(elements: $0.map(ChangeText.json)) } ?? .null),
        ])
    }
}
