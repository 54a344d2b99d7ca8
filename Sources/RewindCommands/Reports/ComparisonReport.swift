import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// What is told of a comparison.
struct ComparisonReport: Report {
    private let comparison: Comparison
    private let names: (a: String, b: String)
    private let ends: (a: Int, b: Int)
    private let records: (a: ActionRecord?, b: ActionRecord?)
    private var payload: [Change] = []
    private var state: [Change] = []
    /// How they go on behind where they part.
    private var alignment: ActionAlignment?
    private var areEndsEqual: Bool?

    /// Reads what differs.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    init(_ comparison: Comparison, of a: Timeline, with b: Timeline) throws {
        self.comparison = comparison
        names = (a.session.url.lastPathComponent, b.session.url.lastPathComponent)
        ends = (a.last, b.last)
        switch comparison.parting {
        case .start:
            records = (nil, nil)
            state = try Self.changes(try a.state(at: comparison.start), try b.state(at: comparison.start))
        case .action(let seq, let parts):
            records = (try a.session.action(seq), try b.session.action(seq))
            if parts.contains(.payload) {
                payload = try Self.changes(records.a?.payload ?? .null, records.b?.payload ?? .null)
            }
            if parts.contains(.state) { state = try Self.changes(try a.state(at: seq), try b.state(at: seq)) }
        case .endOfFirst: records = (nil, try b.session.action(a.last + 1))
        case .endOfSecond: records = (try a.session.action(b.last + 1), nil)
        case .none, .apart: records = (nil, nil)
        }
        guard case .action(let seq, _) = comparison.parting else { return }
        alignment = try ActionAlignment(of: a, with: b, from: seq)
        areEndsEqual = try a.state(at: a.last) == b.state(at: b.last)
    }

    private static func changes(_ old: Tree, _ new: Tree) throws -> [Change] {
        try new.patch(from: old).changes(of: old).flatMap(\.inMembers)
    }

    /// Whether the sessions are the same.
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
            "ends": [ends.a, ends.b], "seq": seq, "differ": differ,
            "actions": hasActions ? [records.a, records.b].map { $0.map { ActionEntry($0) } } : nil,
            "only": alignment.map { [$0.onlyA, $0.onlyB] },
            "same_again_from": alignment?.sameFrom.map { [$0.a, $0.b] }, "ends_equal": areEndsEqual,
            "payload": payload.isEmpty ? nil : payload, "state": state.isEmpty ? nil : state,
        ])
    }

    /// The lines for people: where they part first, then the difference from the first session to the second.
    func lines(style: Style) -> [String] {
        var lines = [style.strong(headline)]
        let log = LogLines(
            style: style,
            cursor: -1,
            last: max(ends.a, ends.b),
            columns: .init(width: nil, typeWidth: 0)
        )
        if let record = records.a { lines.append("\(style.removed("-")) \(log.line(for: record))") }
        if let record = records.b { lines.append("\(style.added("+")) \(log.line(for: record))") }
        for (name, changes) in [("payload", payload), ("state", state)] where !changes.isEmpty {
            lines.append(style.strong(name))
            lines += ChangeText.lines(for: changes, style: style).map { "  \($0)" }
        }
        lines += continuation.map { [style.strong($0)] } ?? []
        return lines.map { line in
            Output.terminalColumns.map { Cells.cut(TerminalText.paintedLine(line), to: $0) } ?? line
        }
    }

    /// How they go on: which actions only one of them has, from where on they are the same again, and their ends.
    private var continuation: String? {
        guard let areEndsEqual else { return nil }
        var parts: [String] = []
        if let alignment {
            for (sign, seqs, name) in [("-", alignment.onlyA, names.a), ("+", alignment.onlyB, names.b)]
            where !seqs.isEmpty {
                parts.append("\(sign) \(Self.text(of: seqs)) only in \(TerminalText.line(name))")
            }
            if let (a, b) = alignment.sameFrom {
                parts.append("the same actions again from \(a == b ? "\(a)" : "\(a) and \(b)") on")
            }
        }
        return (parts + ["the ends \(areEndsEqual ? "are equal" : "differ")"]).joined(separator: "; ")
    }

    /// Seqs, of which those that follow each other are told by the first and the last one.
    private static func text(of seqs: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for seq in seqs {
            if let last = runs.last, last.upperBound == seq - 1 {
                runs[runs.count - 1] = last.lowerBound...seq
            } else {
                runs.append(seq...seq)
            }
        }
        let texts = runs.prefix(4).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)…\($0.upperBound)" }
        return texts.joined(separator: ", ") + (runs.count > 4 ? ", … \(runs.count - 4) more" : "")
    }

    private var headline: String {
        let since = comparison.start > 0 ? " from \(comparison.start) on" : ""
        switch comparison.parting {
        case .none: return "The same\(since) up to the end, \(comparison.sameThrough)."
        case .start:
            return comparison.start > 0
                ? "They differ at \(comparison.start) already, the first state that both have."
                : "They differ in the initial state already."
        case .action(let seq, let parts):
            let names = parts.map(\.rawValue).joined(separator: " and ")
            return "They part at action \(seq): \(names) \(parts.count == 1 ? "differs" : "differ")."
        case .endOfFirst:
            return "The same\(since) up to \(ends.a), where \(names.a) ends; \(names.b) ends at \(ends.b)."
        case .endOfSecond:
            return "The same\(since) up to \(ends.b), where \(names.b) ends; \(names.a) ends at \(ends.a)."
        case .apart: return "They have no state in common: one was pruned up to behind the end of the other."
        }
    }
}
