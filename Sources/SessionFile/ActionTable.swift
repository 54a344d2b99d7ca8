import GRDB
import StateTree

/// Writes rows of the `action` table.
enum ActionTable {
    private static let insertion = """
        INSERT INTO action (seq, parent, at, type, payload, patch, duration, status, origin, error, hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Adds the row of `record`; gives the length of its patch in bytes.
    @discardableResult
    static func insert(
        _ record: ActionRecord,
        chunks: inout ChunkWriter,
        types: inout TypeTable,
        in db: Database
    ) throws -> Int {
        let type = try types.id(name: record.type, coder: record.coder, in: db)
        // A person who reads the row sees the members of the payload and the operations of the patch.
        let payload = try record.payload.map { try chunks.text(of: $0, inlineLevels: 1, in: db) }
        let patch = try record.patch.map { try chunks.text(of: $0.tree, inlineLevels: 2, in: db) }
        let hash = RowHash.hash(of: [
            String(record.seq), String(record.parent), String(record.at), record.type, record.coder.rawValue, payload,
            patch, record.duration.map(String.init), record.status.rawValue, record.origin,
            record.error,
        ])
        let statement = try db.cachedStatement(sql: insertion)
        statement.setUncheckedArguments([
            record.seq, record.parent, record.at, type, payload, patch, record.duration, record.status.rawValue,
            record.origin, record.error, hash,
        ])
        try statement.execute()
        return patch?.utf8.count ?? 0
    }
}

/// The ids of the action types of one session.
struct TypeTable {
    private struct Key: Hashable {
        let name: String
        let coder: ActionRecord.Coder
    }

    private var ids: [Key: Int] = [:]

    /// Forgets the ids, as is due when a transaction was rolled back.
    mutating func forget() {
        ids.removeAll(keepingCapacity: true)
    }

    /// The id of a type, which is added when it is new.
    mutating func id(name: String, coder: ActionRecord.Coder, in db: Database) throws -> Int {
        let key = Key(name: name, coder: coder)
        if let id = ids[key] { return id }
        try db.execute(
            sql: "INSERT OR IGNORE INTO action_type (name, coder) VALUES (?, ?)",
            arguments: [name, coder.rawValue]
        )
        let id = try Int.fetchOne(
            db,
            sql: "SELECT id FROM action_type WHERE name = ? AND coder = ?",
            arguments: [name, coder.rawValue]
        )
        guard let id else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        ids[key] = id
        return id
    }
}
