import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// The text of the answer to ``Why``: the write of the value, and below it the action and its causes down to the root.
struct WhyReport: CommandReport {
    private let answer: Why.Answer
    private let pointer: Pointer?
    private let times: TimeText

    /// Answers the question.
    ///
    /// - Throws: `RecordedSessionError`, `CommandError.neverAnything`, `CommandError.noSuchPointer`.
    init(_ question: Why, at seq: Int, in session: Session, hasFullTimes: Bool = false) throws {
        times = TimeText(isFull: hasFullTimes)
        pointer = question.pointer?.pointer
        answer = try session.answer(question)
        if let pointer, answer.write == nil {
            throw try MissingPointer.error(for: pointer, at: seq, in: session.timeline) {
                .neverAnything(pointer, seq: seq, holder: $0, elsewhere: $1)
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
    }

    func lines(style: TextStyle) -> [String] { lines(style: style, width: Output.terminalColumns) }

    func lines(style: TextStyle, width: Int?) -> [String] {
        let chain = chain(style, width)
        guard let write = answer.write.map({ WriteReport($0) }), let pointer else { return chain }
        guard let first = answer.links.first else {
            return Cells.folded(write.headline(for: pointer, style: style), to: width)
        }
        var hasPayload = false
        if case .action(let action) = first.event { hasPayload = action.payload != nil }
        let lines =
            [write.headline(for: pointer, style: style)]
            + write.remarks(for: pointer, hasPayload: hasPayload, style: style).map { "  \($0)" }
        return lines.flatMap { Cells.folded($0, to: width) } + [""] + chain
    }

    /// Returns a line for each link, from the action to the root, and one for a cause that is not known.
    private func chain(_ style: TextStyle, _ width: Int?) -> [String] {
        guard let last = answer.links.last else { return [] }
        func time(_ at: Int64) -> String {
            let (since, isTooLong) = at.subtractingReportingOverflow(last.event.at)
            return isTooLong ? "?" : SpanText.pause(since)
        }
        let lines = answer.links.enumerated().flatMap { index, link in
            let isLast = index == answer.links.count - 1
            let line = EventLines.Line(
                reference: link.cause.reference,
                name: link.name,
                time: isLast ? (answer.unknown == nil ? "root" : "") : time(link.event.at),
                event: link.event,
                prefix: isLast ? "\(times.row(link.event.at))  " : ""
            )
            let after = link.after.map { effect in
                EventLines.Line(
                    reference: RecordedCause.effect(effect.id).reference,
                    name: "after \(effect.name)",
                    time: time(effect.row.outcome?.at ?? effect.row.effect.at),
                    event: .effect(effect)
                )
            }
            return [line] + after
        }
        var text = EventLines(style: style, width: width, showsDoneFlows: false).lines(lines)
        if answer.omitted > 0 {
            text.insert(style.faint("  … \(BriefText.count(answer.omitted, "more cause"))"), at: text.count - 1)
        }
        if let unknown = answer.unknown {
            let line = style.warning("  ? \(Self.text(of: unknown, after: last.cause))")
            text.append(Cells.cut(line, to: width))
        }
        return text
    }

    /// Returns the reason why the cause of `result` is not known, as a sentence.
    static func text(of unknown: UnknownCause, after result: RecordedCause) -> String {
        let cause = unknown.cause.map { ", \($0.name)," } ?? ""
        return switch unknown.reason {
        case .unknown: "The cause of \(result.name) is unknown: it was not recorded."
        case .pruned: "The cause of \(result.name)\(cause) was pruned."
        case .lost: "The cause of \(result.name)\(cause) was lost."
        case .damaged: "The cause of \(result.name)\(cause) is one of its results: the session is damaged."
        }
    }
}
