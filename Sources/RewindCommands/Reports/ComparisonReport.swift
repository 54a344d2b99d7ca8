import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// The text of a comparison.
struct ComparisonReport: CommandReport {
    /// The number of equal actions shown before and after others.
    private static let context = 3

    private let answer: SessionComparison
    private let a, b: Timeline

    private var comparison: Comparison { answer.comparison }
    private var lasts: (a: Int, b: Int) { answer.lasts }
    private var names: (a: String, b: String) {
        let names = (a.session.url.lastPathComponent, b.session.url.lastPathComponent)
        return names.0 == names.1 ? (a.session.url.relativePath, b.session.url.relativePath) : names
    }

    init(_ answer: SessionComparison, of a: Timeline, with b: Timeline) {
        self.answer = answer
        self.a = a
        self.b = b
    }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
    }

    /// Returns the lines: first where the sessions diverge, then the difference from the first to the second.
    func lines(style: TextStyle) throws -> [String] {
        let width = Output.terminalColumns
        var lines = Cells.folded(style.strong(headline), to: width)
        let log = LogLines(
            style: style,
            cursor: -1,
            last: max(lasts.a, lasts.b),
            columns: .init(width: nil, typeWidth: 0, hasFullTimes: Output.hasWholeTimes)
        )
        // If all actions are requested, those that only one session has are listed below.
        let isEnd = [.endOfFirst, .endOfSecond].contains(comparison.parting)
        let actions = answer.aligned != nil && isEnd ? (a: nil, b: nil) : answer.actions
        if answer.aligned == nil { lines += try equalActions(before: comparison.parting, log) }
        if let record = actions.a?.record { lines.append(fitted("\(style.removed("-")) \(log.line(for: record))")) }
        if let record = actions.b?.record { lines.append(fitted("\(style.added("+")) \(log.line(for: record))")) }
        let text = DifferenceText(style: style, width: width, indent: 2)
        for (name, difference) in [("payload", answer.payload), ("state", answer.state)] {
            if let difference { lines += [style.strong(name)] + text.lines(for: difference) }
        }
        lines += continuation.flatMap { Cells.folded(style.strong($0), to: width) }
        lines += try alignedLines(log, style: style)
        if let ends = answer.ends {
            let title = "end of \(names.a), \(lasts.a) → end of \(names.b), \(lasts.b)"
            lines += Cells.folded(style.strong(TerminalText.line(title) + (ends.isEmpty ? ": equal" : "")), to: width)
            lines += text.lines(for: ends)
        }
        return lines
    }

    /// Returns the lines of the last equal actions before the first difference.
    private func equalActions(before parting: Comparison.Parting, _ log: LogLines) throws -> [String] {
        guard case .action(let seq, _) = parting else { return [] }
        let seqs = max(comparison.start + 1, seq - Self.context)..<seq
        return try seqs.compactMap { try a.session.action($0) }.map { fitted("  \(log.line(for: $0))") }
    }

    private func fitted(_ line: String) -> String { Cells.fitted(line, to: Output.terminalColumns) }

    /// Returns the lines: `-` marks an action of the first session alone, `+` one of the second. An equal action that has
    /// another number in the second session has it in front. Of long runs of equal actions, only the ends are shown.
    ///
    /// - Throws: `SessionError`.
    private func alignedLines(_ log: LogLines, style: TextStyle) throws -> [String] {
        let rows = answer.aligned ?? []
        var lines: [String] = []
        var skipped = 0
        let hasOthers = rows.contains { $0.a != nil && $0.b != nil && $0.a != $0.b }
        let otherWidth = hasOthers ? String(lasts.b).count + 3 : 0
        func endSkipped() {
            if skipped > 0 { lines.append(style.faint("  … \(skipped) equal \(skipped == 1 ? "action" : "actions")")) }
            skipped = 0
        }
        for (index, row) in rows.enumerated() {
            let near = rows[max(0, index - Self.context)...min(rows.count - 1, index + Self.context)]
            guard near.contains(where: { $0.a == nil || $0.b == nil }) else {
                skipped += 1
                continue
            }
            endSkipped()
            guard let record = try row.a.map(a.session.action) ?? row.b.flatMap(b.session.action) else { continue }
            let sign = row.a != nil && row.b != nil ? " " : row.a == nil ? style.added("+") : style.removed("-")
            let other = row.a == nil || row.a == row.b ? nil : row.b.map { "=\($0) " }
            let text = Cells.padded(style.faint(other ?? ""), to: otherWidth, isRight: true)
            lines.append(fitted("\(sign) \(text)\(log.line(for: record))"))
        }
        endSkipped()
        return lines
    }

    /// The text for the rest: the actions that only one session has, where the sessions become equal again, and their
    /// ends.
    private var continuation: [String] {
        guard let areEndsEqual = answer.areEndsEqual else { return [] }
        var lines: [String] = []
        if let alignment = answer.alignment {
            for (count, others, name) in [
                (alignment.onlyA.count, answer.others.a, names.a), (alignment.onlyB.count, answer.others.b, names.b),
            ] where count > 0 {
                let elsewhere = others > 0 ? ", \(others) of them on other branches" : ""
                let list = answer.aligned == nil ? " (--all)" : ""
                lines.append(
                    "\(BriefText.count(count, "action")) only in \(TerminalText.line(name))\(elsewhere)\(list)"
                )
            }
            if let (a, b) = alignment.sameFrom {
                lines.append("equal actions again from \(a == b ? "\(a)" : "\(a) and \(b)") on")
            }
        }
        return lines + ["end states \(areEndsEqual ? "equal" : "differ")"]
    }

    private var headline: String {
        let since = comparison.start > 0 ? " from \(comparison.start) on" : ""
        switch comparison.parting {
        case .none: return "Equal\(since): \(BriefText.count(lasts.a - comparison.start, "action"))."
        case .start:
            return comparison.start > 0
                ? "First difference: state \(comparison.start), the first that both have."
                : "First difference: the initial state."
        case .action(let seq, let parts):
            let actions = answer.actions
            for (record, other, name) in [(actions.a, actions.b, names.a), (actions.b, actions.a, names.b)] {
                guard let record, other == nil else { continue }
                return "First difference: action \(seq), \(TerminalText.line(record.type)), is only in \(name)."
            }
            return "First difference: action \(seq) (\(parts.map(\.rawValue).joined(separator: ", ")))."
        case .endOfFirst:
            return "Equal\(since), up to the end of \(names.a) at \(lasts.a); \(names.b) ends at \(lasts.b)."
        case .endOfSecond:
            return "Equal\(since), up to the end of \(names.b) at \(lasts.b); \(names.a) ends at \(lasts.a)."
        case .apart: return "No state in common: one was pruned past the end of the other."
        }
    }
}
