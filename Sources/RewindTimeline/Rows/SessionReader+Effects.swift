import RewindSession
import RewindTree

/// An effect with its outcome, as far as it has ended.
package struct EffectRow: Sendable {
    package let effect: EffectRecord
    /// The outcome; nil if the effect was under way when the recording ended, or is a note.
    package let outcome: OutcomeRecord?

    package init(effect: EffectRecord, outcome: OutcomeRecord?) {
        (self.effect, self.outcome) = (effect, outcome)
    }

    /// True for an effect without an outcome.
    package var isUnderWay: Bool { effect.kind.ends && outcome == nil }
}

/// Reading effects and causes.
extension SessionReader {
    /// The columns of an effect and its outcome.
    private static let effectColumns = """
        SELECT effect.id, effect.seq, effect.at, kind, name, effect.coder, input, cause_effect, cause_action, origin,
            outcome.id, outcome.effect, outcome.seq, outcome.at, duration, status, type, outcome.coder, value
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

    /// Returns the last action before effect `id`; nil if it was lost or pruned.
    ///
    /// - Throws: `SessionError`.
    package func seq(ofEffect id: Int) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT seq FROM effect WHERE id = ?", [id]) }
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
        try forEachEffectResult(rest, arguments, readsValues: readsValues) { try body($1.get()) }
    }

    /// Like `forEachEffect`, but passes on the damage of an effect with its id, and continues.
    ///
    /// - Throws: `SessionError`, or an error of `body`.
    package func forEachEffectResult(
        _ rest: String = "ORDER BY effect.id",
        _ arguments: [any SQLConvertible] = [],
        readsValues: Bool = true,
        _ body: (Int, Result<EffectRow, any Error>) throws -> Bool
    ) throws {
        try read { db in
            let rows = try db.rows(Self.effectColumns + rest, arguments)
            while let row = try rows.next() {
                let result = Result {
                    EffectRow(
                        effect: try effectRecord(of: row, readsValue: readsValues),
                        outcome: row.isNull(10) ? nil : try outcomeRecord(of: row, from: 10, readsValue: readsValues)
                    )
                }
                guard try body(row.value(0) ?? 0, result) else { return }
            }
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
    package func actions(causedBy cause: CauseReference, limit: Int = .max) throws -> [Int] {
        let (column, number) = Self.condition(cause)
        let sql = "SELECT seq FROM action WHERE \(column) = ? ORDER BY seq LIMIT ?"
        return try read { try $0.fetchAll(Int.self, sql, [number, limit]) }
    }

    /// Returns the effects and notes that an effect or action caused, in order.
    ///
    /// - Throws: `SessionError`.
    package func effects(causedBy cause: CauseReference, limit: Int = .max) throws -> [Int] {
        let (column, number) = Self.condition(cause)
        let sql = "SELECT id FROM effect WHERE \(column) = ? ORDER BY id LIMIT ?"
        return try read { try $0.fetchAll(Int.self, sql, [number, limit]) }
    }

    private static func condition(_ cause: CauseReference) -> (column: String, number: Int) {
        switch cause {
        case .effect(let id): ("cause_effect", id)
        case .action(let seq): ("cause_action", seq)
        }
    }

    /// Returns the effect in a row that begins with the columns of the table.
    ///
    /// - Throws: `SessionError`, `.damaged` if a column is malformed.
    package func effectRecord(of row: Row, readsValue: Bool = true) throws -> EffectRecord {
        let columns = EffectColumns(row, 0, "effect", self)
        return EffectRecord(
            id: columns.id,
            seq: try columns.required(1, "seq"),
            at: try columns.required(2, "at"),
            kind: try columns.word(3, "kind"),
            name: try columns.required(4, "name"),
            coder: try columns.word(5, "coder"),
            input: readsValue ? try columns.tree(6, "input") : nil,
            cause: try columns.cause(7, 8),
            origin: try columns.optional(9, "origin")
        )
    }

    /// Returns the outcome in a row whose columns from `start` on are those of the table.
    ///
    /// - Throws: `SessionError`, `.damaged` if a column is malformed.
    package func outcomeRecord(of row: Row, from start: Int = 0, readsValue: Bool = true) throws -> OutcomeRecord {
        let columns = EffectColumns(row, start, "outcome", self)
        return OutcomeRecord(
            id: columns.id,
            effect: try columns.required(1, "effect"),
            seq: try columns.required(2, "seq"),
            at: try columns.required(3, "at"),
            duration: try columns.optional(4, "duration"),
            status: try columns.word(5, "status"),
            type: try columns.optional(6, "type"),
            coder: try columns.word(7, "coder"),
            value: readsValue ? try columns.tree(8, "value") : nil
        )
    }
}

/// Checked access to the columns of a row of `effect` or `outcome`, as a damaged file may contain anything anywhere.
private struct EffectColumns {
    private let row: Row
    private let start: Int
    private let table: String
    private let session: SessionReader
    let id: Int

    init(_ row: Row, _ start: Int, _ table: String, _ session: SessionReader) {
        (self.row, self.start, self.table, self.session) = (row, start, table, session)
        id = row.value(start) ?? 0
    }

    func required<T: SQLConvertible>(_ column: Int, _ name: String) throws -> T {
        guard let value: T = row.value(start + column) else { throw malformed(name) }
        return value
    }

    func optional<T: SQLConvertible>(_ column: Int, _ name: String) throws -> T? {
        row.isNull(start + column) ? nil : try required(column, name)
    }

    func word<T: RawRepresentable<String>>(_ column: Int, _ name: String) throws -> T {
        guard let value = T(rawValue: try required(column, name)) else { throw malformed(name) }
        return value
    }

    func tree(_ column: Int, _ name: String) throws -> Tree? {
        guard let text: String = try optional(column, name) else { return nil }
        return try session.read {
            try session.chunks.tree(from: text, table: table, column: name, row: id, in: $0)
        }
    }

    func cause(_ effectColumn: Int, _ actionColumn: Int) throws -> CauseReference? {
        let effect: Int? = try optional(effectColumn, "cause_effect")
        let action: Int? = try optional(actionColumn, "cause_action")
        guard effect == nil || action == nil else { throw malformed("cause_action") }
        return CauseReference(effect: effect, action: action)
    }

    private func malformed(_ column: String) -> SessionError {
        session.damaged(.malformed(table: table, column: column, row: id))
    }
}
