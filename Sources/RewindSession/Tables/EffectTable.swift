import RewindTree

/// Writes rows of the tables `effect` and `outcome`. Rows are buffered until `flush`.
struct EffectTable {
    private var effects = RowInsertion(
        into: "effect",
        columns: [
            "id", "seq", "at", "kind", "name", "coder", "input", "cause_effect", "cause_action", "origin", "hash",
        ]
    )
    private var outcomes = RowInsertion(
        into: "outcome",
        columns: ["id", "effect", "seq", "at", "duration", "status", "type", "coder", "value", "hash"]
    )
    /// The end of the rows until now.
    private(set) var end = EffectsEnd()

    /// Adds the row of an effect that began.
    ///
    /// - Throws: `SQLiteError`.
    mutating func insert(_ record: EffectRecord, chunks: inout ChunkWriter, in db: Connection) throws {
        effects.beginHash()
        effects.hashed(Int64(record.id))
        effects.hashed(Int64(record.seq))
        effects.hashed(record.at)
        effects.hashed(text: record.kind.rawValue)
        effects.hashed(text: record.name)
        effects.hashed(text: record.coder.rawValue)
        try effects.hashed(record.input) { try chunks.writeOpened($0, to: &$1) }
        effects.hashed(record.cause?.columns.effect)
        effects.hashed(record.cause?.columns.action)
        effects.hashed(text: record.origin)
        end.add(effect: record.id, effects.endHash())
        try effects.endRow(in: db)
    }

    /// Adds the row of an effect that ended.
    ///
    /// - Throws: `SQLiteError`.
    mutating func insert(_ record: OutcomeRecord, chunks: inout ChunkWriter, in db: Connection) throws {
        outcomes.beginHash()
        outcomes.hashed(Int64(record.id))
        outcomes.hashed(Int64(record.effect))
        outcomes.hashed(Int64(record.seq))
        outcomes.hashed(record.at)
        outcomes.hashed(record.duration)
        outcomes.hashed(text: record.status.rawValue)
        outcomes.hashed(text: record.type)
        outcomes.hashed(text: record.coder.rawValue)
        try outcomes.hashed(record.value) { try chunks.writeOpened($0, to: &$1) }
        end.add(outcome: record.id, outcomes.endHash())
        try outcomes.endRow(in: db)
    }

    /// Inserts the buffered rows.
    ///
    /// - Throws: `SQLiteError`.
    mutating func flush(in db: Connection) throws {
        try effects.flush(in: db)
        try outcomes.flush(in: db)
    }

    /// Discards the buffered rows, and returns to the end of the rows before. Must be called after a transaction was
    /// rolled back.
    mutating func rollBack(to end: EffectsEnd) {
        effects.discard()
        outcomes.discard()
        self.end = end
    }

    /// Deletes the effects that ended before the state at `seq`, and the notes before it, in the current transaction.
    /// One that was under way then stays: it may have caused later actions.
    ///
    /// - Returns: The sum of the hashes of the deleted rows.
    /// - Throws: `SQLiteError`.
    static func delete(before seq: Int, in db: Connection) throws -> Int64 {
        let rows = [
            """
            FROM effect WHERE seq < ?1 AND (kind IN ('note', 'screenshot')
                OR EXISTS (SELECT 1 FROM outcome WHERE outcome.effect = effect.id AND outcome.seq < ?1))
            """,
            "FROM outcome WHERE seq < ?1",
        ]
        var sum: Int64 = 0
        for rows in rows {
            sum &+= try db.fetchOne(Int64.self, "SELECT sum(hash) \(rows)", [seq]) ?? 0
            try db.execute("DELETE \(rows)", [seq])
        }
        return sum
    }
}
