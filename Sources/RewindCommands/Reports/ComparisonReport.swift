import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// The report of a comparison.
struct ComparisonReport: Report {
    private let comparison: Comparison
    private let names: (a: String, b: String)
    private let lasts: (a: Int, b: Int)
    private let records: (a: ActionRecord?, b: ActionRecord?)
    private var payload: StateDifference?
    private var state: StateDifference?
    /// The actions after the divergence, aligned.
    private var alignment: ActionAlignment?
    /// The numbers of actions that only one session has, on other branches than that of its last state.
    private var others = (a: 0, b: 0)
    private var areEndsEqual: Bool?
    /// All actions from the divergence on, with their lines, if requested.
    private var aligned: AlignedActions?
    private var alignedLines: [String] = []
    /// The difference between the end states, if requested.
    private var ends: StateDifference?

    /// Optional parts of the report.
    struct Extent: OptionSet {
        /// All actions from the divergence on.
        static let all = Extent(rawValue: 1)
        /// The difference of the end states.
        static let ends = Extent(rawValue: 2)

        let rawValue: Int
    }

    /// Reads the differences.
    ///
    /// - Throws: `SessionError`, `TimelineError`; `CommandError.tooManyToAlign`.
    init(
        _ comparison: Comparison,
        of a: Timeline,
        with b: Timeline,
        including extent: Extent = [],
        style: Style = Style(isOn: false)
    ) throws {
        self.comparison = comparison
        names = (a.session.url.lastPathComponent, b.session.url.lastPathComponent)
        lasts = (a.last, b.last)
        switch comparison.parting {
        case .start:
            records = (nil, nil)
            state = StateDifference(from: try a.state(at: comparison.start), to: try b.state(at: comparison.start))
        case .action(let seq, let parts):
            let alignment = try ActionAlignment(of: a, with: b, from: seq)
            let (isOnlyInA, isOnlyInB) = (alignment?.onlyA.first == seq, alignment?.onlyB.first == seq)
            self.alignment = alignment
            records = (
                isOnlyInB && !isOnlyInA ? nil : try a.session.action(seq),
                isOnlyInA && !isOnlyInB ? nil : try b.session.action(seq)
            )
            others = (try Self.otherBranches(of: a, alignment?.onlyA), try Self.otherBranches(of: b, alignment?.onlyB))
            // Unrelated actions and their states have nothing to compare.
            guard isOnlyInA == isOnlyInB, !parts.contains(.type) else { break }
            if parts.contains(.payload) {
                payload = StateDifference(from: records.a?.payload ?? .null, to: records.b?.payload ?? .null)
            }
            if parts.contains(.state) {
                state = StateDifference(from: try a.state(at: seq), to: try b.state(at: seq))
            }
        case .endOfFirst: records = (nil, try b.session.action(a.last + 1))
        case .endOfSecond: records = (try a.session.action(b.last + 1), nil)
        case .none, .apart: records = (nil, nil)
        }
        if extent.contains(.ends), comparison.parting != .none {
            ends = StateDifference(from: try a.state(at: a.last), to: try b.state(at: b.last))
        }
        if case .action = comparison.parting {
            areEndsEqual = try ends?.isEmpty ?? (a.state(at: a.last) == b.state(at: b.last))
        }
        guard extent.contains(.all), ![.none, .apart].contains(comparison.parting) else { return }
        let next = comparison.sameThrough + 1
        guard let aligned = try AlignedActions(of: a, with: b, from: max(next, comparison.start + 1), alignment) else {
            throw CommandError.tooManyToAlign(from: next, most: ActionAlignment.mostActions)
        }
        self.aligned = aligned
        alignedLines = try aligned.lines(logLines(style), style: style)
    }

    /// Returns the number of the actions that do not lead to the last state.
    private static func otherBranches(of timeline: Timeline, _ seqs: [Int]?) throws -> Int {
        guard let seqs, !seqs.isEmpty else { return 0 }
        let ranges = try timeline.path(to: timeline.last).ranges
        return seqs.count { seq in !ranges.contains { $0.contains(seq) } }
    }

    private func logLines(_ style: Style) -> LogLines {
        LogLines(style: style, cursor: -1, last: max(lasts.a, lasts.b), columns: .init(width: nil, typeWidth: 0))
    }

    /// True if the sessions are equal.
    var isSame: Bool { comparison.parting == .none }

    func encode(to encoder: any Encoder) throws {
        var (seq, differ): (Int?, [String]?)
        switch comparison.parting {
        case .none: break
        case .start: differ = ["state"]
        case .action(let action, let parts): (seq, differ) = (action, parts.map(\.rawValue))
        case .endOfFirst, .endOfSecond: differ = ["end"]
        case .apart: differ = ["range"]
        }
        let sameThrough = comparison.sameThrough < comparison.start ? nil : comparison.sameThrough
        let hasActions = records.a != nil || records.b != nil
        try encoder.encode([
            "same": isSame, "from": comparison.start, "same_through": OrNull(wrappedValue: sameThrough),
            "ends": [lasts.a, lasts.b], "seq": seq, "differ": differ,
            "actions": hasActions ? [records.a, records.b].map { $0.map { ActionEntry($0) } } : nil,
            "only": alignment.map { [$0.onlyA, $0.onlyB] },
            "same_again_from": alignment?.sameFrom.map { [$0.a, $0.b] }, "ends_equal": areEndsEqual,
            "payload": payload?.changes, "state": state?.changes, "aligned": aligned?.rows, "end": ends?.changes,
        ])
    }

    /// Returns the lines: first where the sessions diverge, then the difference from the first to the second.
    func lines(style: Style) -> [String] {
        var lines = [style.strong(headline)]
        let log = logLines(style)
        // If all actions are requested, those that only one session has are listed below.
        let isEnd = [.endOfFirst, .endOfSecond].contains(comparison.parting)
        let records = aligned != nil && isEnd ? (a: nil, b: nil) : self.records
        if let record = records.a { lines.append("\(style.removed("-")) \(log.line(for: record))") }
        if let record = records.b { lines.append("\(style.added("+")) \(log.line(for: record))") }
        let text = DifferenceText(style: style, indent: 2)
        for (name, difference) in [("payload", payload), ("state", state)] {
            if let difference { lines += [style.strong(name)] + text.lines(for: difference) }
        }
        lines += continuation.map(style.strong)
        lines += alignedLines
        if let ends {
            let title = "end of \(names.a), \(lasts.a) → end of \(names.b), \(lasts.b)"
            lines.append(style.strong(TerminalText.line(title) + (ends.isEmpty ? ": equal" : "")))
            lines += text.lines(for: ends)
        }
        return lines.map { Cells.fitted($0, to: Output.terminalColumns) }
    }

    /// The text for the rest: the actions that only one session has, where the sessions become equal again, and their
    /// ends.
    private var continuation: [String] {
        guard let areEndsEqual else { return [] }
        var lines: [String] = []
        if let alignment {
            for (count, others, name) in [
                (alignment.onlyA.count, others.a, names.a), (alignment.onlyB.count, others.b, names.b),
            ] where count > 0 {
                let elsewhere = others > 0 ? ", \(others) of them on other branches" : ""
                let list = aligned == nil ? " (--all)" : ""
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
            for (record, other, name) in [(records.a, records.b, names.a), (records.b, records.a, names.b)] {
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
