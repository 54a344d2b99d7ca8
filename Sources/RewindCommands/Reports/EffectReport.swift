import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// The text of an effect with its whole input and outcome.
struct EffectReport: CommandReport {
    private let effect: RecordedEffect
    private let causes: CauseText

    /// Reads the causes of an effect.
    ///
    /// - Throws: `RecordedSessionError`, `SessionError`.
    init(_ effect: RecordedEffect, in session: Session) throws {
        self.effect = effect
        causes = try CauseText(of: .effect(effect.id), in: session)
    }

    func encode(to encoder: any Encoder) throws {
        try effect.encode(to: encoder)
    }

    func lines(style: TextStyle) -> [String] {
        let times = TimeText()
        let kind = effect.kind == .effect ? "" : "  " + style.faint("(\(effect.kind.rawValue))")
        var rows = [("at", "\(times.dayAndTime(effect.row.effect.at)), after action \(effect.began)")]
        if effect.status != nil {
            let place = effect.ended.map { ", after action \($0)" } ?? ""
            rows.append(("outcome", EventLines.remark(on: effect, style) + place))
        }
        if let line = causes.line { rows.append(("cause", line)) }
        if let origin = effect.origin { rows.append(("from", TerminalText.line(origin))) }
        if let count = effect.imageBytes { rows.append(("image", BriefText.count(count, "byte"))) }
        let reference = RecordedCause.effect(effect.id).reference
        let type = effect.outcomeType.map { ", \(TerminalText.line($0))" } ?? ""
        var lines = ["\(style.strong(reference))  \(style.name(effect.name))\(kind)"]
        lines += rows.map { "  " + style.faint(Cells.padded($0, to: 9)) + $1 }
        return lines + part("input", effect.input, style) + part("outcome\(type)", effect.outcome, style)
    }

    private func part(_ title: String, _ value: RecordedValue?, _ style: TextStyle) -> [String] {
        guard let value else { return [] }
        let lines = JSONText(style: style).text(of: value.tree).split(separator: "\n")
        return ["", style.strong(title)] + lines.map { "  \($0)" }
    }
}

/// The cause and the root of an action or effect, in a line.
struct CauseText {
    /// The text; nil if the session has no causes.
    let line: String?

    /// Reads the causes.
    ///
    /// - Throws: `RecordedSessionError`, `SessionError`.
    init(of result: RecordedCause, in session: Session) throws {
        guard try session.timeline.session.hasCauses() else {
            line = nil
            return
        }
        let answer = try session.answer(Why(at: PointInTime(parsing: result.reference), limit: 2))
        guard let first = answer.links.first, let last = answer.links.last else {
            line = nil
            return
        }
        let cause =
            switch first.event {
            case .action(let action): action.cause
            case .effect(let effect): effect.cause
            }
        let (length, isTooLong) = first.event.at.subtractingReportingOverflow(last.event.at)
        let before = isTooLong || length < 0 ? "" : ", \(SpanText.words(length)) before"
        let root = "\(last.cause.reference) \(TerminalText.line(last.name))\(before)"
        line =
            if let unknown = answer.unknown {
                answer.links.count == 1
                    ? WhyReport.text(of: unknown, after: last.cause)
                    : "\(cause?.reference ?? ""). \(WhyReport.text(of: unknown, after: last.cause))"
            } else if answer.links.count == 1 {
                "none: this is a root"
            } else {
                last.cause == cause ? "\(root), the root" : "\(cause?.reference ?? ""); root \(root)"
            }
    }
}
