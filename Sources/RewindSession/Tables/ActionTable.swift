import RewindTree

/// Writes rows of the `action` table, and the types they refer to. Rows are buffered until `flush`.
struct ActionTable {
    private var types = TypeTable()
    /// The sum of the hashes of all rows until now.
    private(set) var hashSum: Int64 = 0
    /// The texts of a copied row, as they are hashed.
    private var copied: [UInt8] = []
    private var rows = RowInsertion(
        into: "action",
        columns: [
            "seq", "parent", "at", "type", "payload", "patch", "duration", "status", "origin", "error",
            "cause_effect", "cause_action", "hash",
        ]
    )

    /// Adds the rows of `records`.
    ///
    /// - Throws: `SQLiteError`.
    static func insert(_ records: [ActionRecord], in db: Connection) throws {
        var table = ActionTable()
        var chunks = ChunkWriter(in: db)
        for record in records { try table.insert(record, chunks: &chunks, in: db) }
        try table.flush(in: db)
    }

    /// Adds the row of `record`. Returns the length of its patch in bytes.
    ///
    /// - Throws: `SQLiteError`.
    @discardableResult
    mutating func insert(_ record: ActionRecord, chunks: inout ChunkWriter, in db: Connection) throws -> Int {
        let type = try types.id(name: record.type, coder: record.coder, in: db)
        rows.beginHash()
        rows.hashed(Int64(record.seq))
        rows.hashed(Int64(record.parent))
        rows.hashed(record.at)
        rows.hash(record.type)
        rows.hash(record.coder.rawValue)
        rows.bind(Int64(type))
        // The members of the payload and the operations of the patch stay in the row, readable in any SQLite tool.
        try rows.hashed(record.payload) { try chunks.writeOpened($0, to: &$1) }
        let patchBytes = try rows.hashed(record.patch) { try chunks.write($0, to: &$1) }
        rows.hashed(record.duration)
        rows.hashed(text: record.status.rawValue)
        rows.hashed(text: record.origin)
        rows.hashed(text: record.error)
        if let cause = record.cause?.columns {
            rows.hashed(cause.effect)
            rows.hashed(cause.action)
        } else {
            rows.bind(nil)
            rows.bind(nil)
        }
        hashSum &+= rows.endHash()
        try rows.endRow(in: db)
        return patchBytes
    }

    /// Adds a copy of a row of another session, with the columns of ``RowHash/selection`` and without references to
    /// chunks. Returns false and adds nothing if the row does not match its hash.
    ///
    /// - Throws: `SQLiteError`.
    mutating func insert(copyOf row: Row, in db: Connection) throws -> Bool {
        let (hash, isStored) = RowHash.hash(of: row, &copied)
        guard isStored, let name: String = row.value(3),
            let coder = (row.value(4) as String?).flatMap(ActionRecord.Coder.init)
        else { return false }
        let type = try types.id(name: name, coder: coder, in: db)
        hashSum &+= hash

        for column in 0..<3 { rows.bind(row.value(column)) }
        rows.bind(Int64(type))
        for column in [5, 6] { copyText(row, column) }
        rows.bind(row.value(7))
        for column in [8, 9, 10] { copyText(row, column) }
        for column in RowHash.causeColumns { rows.bind(row.value(column)) }
        rows.bind(hash)
        try rows.endRow(in: db)
        return true
    }

    private mutating func copyText(_ row: Row, _ column: Int) {
        let start = rows.texts.count
        guard let text = row.text(column) else { return rows.bind(text: nil) }
        rows.texts.append(contentsOf: text)
        rows.bind(text: start..<rows.texts.count)
    }

    /// Inserts the buffered rows.
    ///
    /// - Throws: `SQLiteError`.
    mutating func flush(in db: Connection) throws {
        try rows.flush(in: db)
    }

    /// Forgets the ids of types. Must be called after types were deleted.
    mutating func forgetTypes() {
        types.forget()
    }

    /// Discards the buffered rows and the ids of types, and resets the sum of the hashes to `hashSum`. Must be called
    /// after a transaction was rolled back.
    mutating func rollBack(to hashSum: Int64) {
        rows.discard()
        types.forget()
        self.hashSum = hashSum
    }

}
