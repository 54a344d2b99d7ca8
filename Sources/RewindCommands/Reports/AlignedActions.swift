import RewindSession
import RewindTimeline

/// The actions of two sessions from their divergence on, aligned: which are equal, and which only one of them has.
struct AlignedActions {
    /// An action of the first session, of the second one, or of both.
    struct Row: Encodable {
        let a, b: Int?
        let type: String

        var isSame: Bool { a != nil && b != nil }
    }

    /// The number of equal actions shown before and after others.
    private static let context = 3

    private(set) var rows: [Row] = []
    private let records: (Row) throws -> ActionRecord?

    /// Aligns the actions from `seq` on; nil if there are too many.
    ///
    /// - Throws: `SessionError`.
    init?(of a: Timeline, with b: Timeline, from seq: Int, _ alignment: ActionAlignment?) throws {
        records = { row in try row.a.map(a.session.action) ?? row.b.flatMap(b.session.action) }
        guard seq <= min(a.last, b.last) else {
            // One of the sessions ends there.
            for seq in stride(from: seq, through: a.last, by: 1) {
                rows.append(Row(a: seq, b: nil, type: try a.session.type(of: seq)))
            }
            for seq in stride(from: seq, through: b.last, by: 1) {
                rows.append(Row(a: nil, b: seq, type: try b.session.type(of: seq)))
            }
            return
        }
        guard let alignment else { return nil }
        let (onlyA, onlyB) = (Set(alignment.onlyA), Set(alignment.onlyB))
        var (left, right) = (seq, seq)
        while left <= a.last || right <= b.last {
            if left <= a.last, onlyA.contains(left) || right > b.last {
                rows.append(Row(a: left, b: nil, type: try a.session.type(of: left)))
                left += 1
            } else if right <= b.last, onlyB.contains(right) || left > a.last {
                rows.append(Row(a: nil, b: right, type: try b.session.type(of: right)))
                right += 1
            } else {
                rows.append(Row(a: left, b: right, type: try a.session.type(of: left)))
                (left, right) = (left + 1, right + 1)
            }
        }
    }

    /// Returns the lines: `-` marks an action of the first session alone, `+` one of the second. Of long runs of equal
    /// actions, only the ends are shown.
    ///
    /// - Throws: `SessionError`.
    func lines(_ log: LogLines, style: Style) throws -> [String] {
        var lines: [String] = []
        var skipped = 0
        func endSkipped() {
            if skipped > 0 { lines.append(style.faint("  … \(skipped) equal \(skipped == 1 ? "action" : "actions")")) }
            skipped = 0
        }
        for (index, row) in rows.enumerated() {
            let near = rows[max(0, index - Self.context)...min(rows.count - 1, index + Self.context)]
            guard near.contains(where: { !$0.isSame }) else {
                skipped += 1
                continue
            }
            endSkipped()
            guard let record = try records(row) else { continue }
            let sign = row.isSame ? " " : row.a == nil ? style.added("+") : style.removed("-")
            lines.append("\(sign) \(log.line(for: record))")
        }
        endSkipped()
        return lines
    }
}
