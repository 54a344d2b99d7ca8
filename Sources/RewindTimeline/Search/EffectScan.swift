import RewindSession
import RewindTree

/// Searches the effects of a session beside its log: their names and inputs where they began, and their outcomes where
/// they ended.
final class EffectScan {
    /// The rows of a table in the order of the log, one ahead.
    private final class Source {
        private let rows: Rows
        private(set) var row: Row?

        init(_ sql: String, _ seqs: ClosedRange<Int>, in db: Connection) throws {
            rows = try db.rows(sql, [seqs.lowerBound, seqs.upperBound])
            row = try rows.next()
        }

        /// The last action before the current row; nil at the end.
        var seq: Int? { row.map { $0.value(1) ?? 0 } }

        func advance() throws { row = try rows.next() }
    }

    /// The columns are the number, the last action before it, the name, the place, and the value.
    private static let effects = """
        SELECT id, seq, name, origin, CASE WHEN kind <> 'screenshot' THEN input END FROM effect
        WHERE seq BETWEEN ? AND ? ORDER BY id
        """
    private static let outcomes = """
        SELECT effect, seq, NULL, NULL, value FROM outcome WHERE seq BETWEEN ? AND ? ORDER BY id
        """

    private let search: ValueSearch
    private let session: SessionReader
    private let began, ended: Source

    init(_ search: ValueSearch, in seqs: ClosedRange<Int>, of session: SessionReader) throws {
        self.search = search
        self.session = session
        (began, ended) = try session.read {
            (try Source(Self.effects, seqs, in: $0), try Source(Self.outcomes, seqs, in: $0))
        }
    }

    /// Calls `body` with the finds before action `seq`, or with all that are left, until it returns false. Returns true
    /// if it always returned true.
    func forEachFind(before seq: Int = .max, _ body: (TextFind) throws -> Bool) throws -> Bool {
        try session.read { _ in
            while true {
                let isOutcome = ended.seq ?? .max < began.seq ?? .max
                let source = isOutcome ? ended : began
                guard let row = source.row, source.seq ?? .max < seq else { return true }
                guard try forEachFind(in: row, isOutcome ? .outcome : .input, body) else { return false }
                try source.advance()
            }
        }
    }

    private func forEachFind(in row: Row, _ part: TextFind.Part, _ body: (TextFind) throws -> Bool) throws -> Bool {
        let (id, seq): (Int, Int) = (row.value(0) ?? 0, row.value(1) ?? 0)
        func find(_ part: TextFind.Part, _ kind: TextFind.Kind, _ tokens: [String], _ value: Tree) -> TextFind {
            TextFind(seq: seq, effect: id, part: part, kind: kind, pointer: Pointer(tokens), value: value)
        }
        let texts = [(TextFind.Part.effect, TextFind.Kind.type), (.origin, .origin)]
        for (column, (part, kind)) in zip([2, 3], texts) where search.kinds.contains(kind) {
            guard let text: String = row.value(column), search.pattern.matches(text) else { continue }
            guard try body(find(part, kind, [], .string(text))) else { return false }
        }
        guard search.looksInside, let text = row.text(4), try search.mayMatch(text) else { return true }
        let (table, column) = part == .outcome ? ("outcome", "value") : ("effect", "input")
        let stored = try session.chunks.storedTree(from: text, table: table, column: column, row: id)
        return try search.forEachMatch(in: stored.tree, at: []) { match in
            try body(find(part, match.kind, match.tokens, match.value))
        }
    }
}
