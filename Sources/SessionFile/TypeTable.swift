import GRDB

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
