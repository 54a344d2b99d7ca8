import RewindAnswers
import RewindReplay
import RewindTree

/// The result of running the flows of a session again.
struct FlowOutcome: CommandReport {
    let report: FlowReport
    /// The session that was read, and the one with the replay; nil if none was written.
    let source: String
    let target: String?

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "verdict": report.difference == nil ? "agrees" : "diverged", "recorded": report.recorded,
            "replayed": report.replayed, "outcomes": report.effects, "seq": report.difference?.seq,
            "difference": report.difference?.description, "file": target,
        ])
    }

    func lines(style: TextStyle) -> [String] {
        var lines: [String] = []
        let effects = BriefText.count(report.effects, "recorded outcome")
        if let difference = report.difference {
            let texts = difference.description.split(separator: "\n").map { TerminalText.line(String($0)) }
            lines.append(style.strong("diverged: \(texts.first ?? "")"))
            lines += texts.dropFirst().map { "  \($0)" }
            let recorded = BriefText.count(report.recorded, "action")
            lines.append("\(recorded) recorded, \(report.replayed) in the replay, with \(effects)")
        } else {
            lines.append(
                style.strong("no divergence: \(BriefText.count(report.replayed, "action")), with \(effects)")
            )
        }
        guard let target else { return lines }
        let files = "\(ShellWord.path(source)) \(ShellWord.path(target))"
        return lines + ["wrote \(target). Compare them:", "  rewind compare \(files)"]
    }
}
