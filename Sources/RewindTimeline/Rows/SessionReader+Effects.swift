import RewindSession
import RewindTree

/// An effect with its outcome, as far as it has ended.
package struct EffectRow: Sendable {
    package let effect: EffectRecord
    /// The outcome; nil if the effect was under way when the recording ended, or is a note.
    package let outcome: OutcomeRecord?

    /// True for an effect without an outcome.
    package var isUnderWay: Bool { effect.kind.ends && outcome == nil }
}

/// Reading effects and causes.
extension SessionReader {
    /// The columns of an effect and its outcome, for ``effectRow(_:readsValues:)``.
    private static let effectColumns = """
        SELECT effect.id, effect.seq, effect.at, kind, name, effect.coder, cause_effect, cause_action, origin,
            outcome.id, outcome.seq, outcome.at, duration, status, type, outcome.coder, input, value
        FROM effect LEFT JOIN outcome ON outcome.effect = effect.id

        """

    /// Returns effect `id` with its outcome; nil if it was lost or pruned.
    ///
    /// - Throws: `SessionError`.
    package func effect(_ id: Int) throws -> EffectRow? {
        var result: EffectRow?
        try forEachEffect("WHERE effect.id = ?", [id]) {
            result = $0
            return false
        }
        return result
    }

    /// Returns the number of the last effect; 0 if there are none.
    package func lastEffect() throws -> Int {
        try read { try $0.fetchOne(Int.self, "SELECT max(id) FROM effect") ?? 0 }
    }

    /// Returns the number of effects and notes.
    ///
    /// - Complexity: Linear in their number.
    package func effectCount() throws -> Int {
        try read { try $0.fetchOne(Int.self, "SELECT count(*) FROM effect") ?? 0 }
    }

    /// Calls `body` with effects in the order of `rest`, the part of the query after the table names, until it returns
    /// false. Without `readsValues`, inputs and values are nil.
    ///
    /// - Throws: `SessionError`, or an error of `body`.
    package func forEachEffect(
        _ rest: String = "ORDER BY effect.id",
        _ arguments: [any SQLConvertible] = [],
        readsValues: Bool = true,
        _ body: (EffectRow) throws -> Bool
    ) throws {
        try read { db in
            let rows = try db.rows(Self.effectColumns + rest, arguments)
            while let row = try rows.next(), try body(effectRow(row, readsValues: readsValues)) {}
        }
    }

    /// Returns the cause of an action; nil if unknown.
    ///
    /// - Throws: `SessionError`.
    package func cause(ofAction seq: Int) throws -> CauseReference? {
        try row(seq, .cause) { try $0.cause } ?? nil
    }

    /// Returns the actions that an effect or action caused, in order.
    ///
    /// - Throws: `SessionError`.
    package func actions(causedBy cause: CauseReference) throws -> [Int] {
        let (column, number) = Self.condition(cause)
        return try read {
            try $0.fetchAll(Int.self, "SELECT seq FROM action WHERE \(column) = ? ORDER BY seq", [number])
        }
    }

    /// Returns the effects and notes that an effect or action caused, in order.
    ///
    /// - Throws: `SessionError`.
    package func effects(causedBy cause: CauseReference) throws -> [Int] {
        let (column, number) = Self.condition(cause)
        return try read {
            try $0.fetchAll(Int.self, "SELECT id FROM effect WHERE \(column) = ? ORDER BY id", [number])
        }
    }

    private static func condition(_ cause: CauseReference) -> (column: String, number: Int) {
        switch cause {
        case .effect(let id): ("cause_effect", id)
        case .action(let seq): ("cause_action", seq)
        }
    }

    private func effectRow(_ row: Row, readsValues: Bool) throws -> EffectRow {
        let id: Int = row.value(0) ?? 0
        func required<T: SQLConvertible>(_ column: Int, _ table: String, _ name: String) throws -> T {
            guard let value: T = row.value(column) else {
                throw damaged(.malformed(table: table, column: name, row: id))
            }
            return value
        }
        func required<T: RawRepresentable<String>>(_ column: Int, _ table: String, _ name: String) throws -> T {
            guard let value = T(rawValue: try required(column, table, name)) else {
                throw damaged(.malformed(table: table, column: name, row: id))
            }
            return value
        }
        func tree(_ column: Int, _ table: String, _ name: String) throws -> Tree? {
            guard readsValues, let text: String = row.value(column) else { return nil }
            return try read { try chunks.tree(from: text, table: table, column: name, row: id, in: $0) }
        }
        let effect = EffectRecord(
            id: id,
            seq: try required(1, "effect", "seq"),
            at: try required(2, "effect", "at"),
            kind: try required(3, "effect", "kind"),
            name: try required(4, "effect", "name"),
            coder: try required(5, "effect", "coder"),
            input: try tree(16, "effect", "input"),
            cause: CauseReference(effect: row.value(6), action: row.value(7)),
            origin: row.value(8)
        )
        guard let number: Int = row.value(9) else { return EffectRow(effect: effect, outcome: nil) }
        let outcome = OutcomeRecord(
            id: number,
            effect: id,
            seq: try required(10, "outcome", "seq"),
            at: try required(11, "outcome", "at"),
            duration: row.value(12),
            status: try required(13, "outcome", "status"),
            type: row.value(14),
            coder: try required(15, "outcome", "coder"),
            value: try tree(17, "outcome", "value")
        )
        return EffectRow(effect: effect, outcome: outcome)
    }
}
