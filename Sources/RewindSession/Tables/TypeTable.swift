import CRewindSQLite

/// The ids of the action types of one session.
struct TypeTable {
    private struct Key: Hashable {
        let name: String
        let coder: ActionRecord.Coder
    }

    private var ids: [Key: Int] = [:]

    /// Forgets the ids. Must be called after a transaction was rolled back.
    mutating func forget() {
        ids.removeAll(keepingCapacity: true)
    }

    /// Returns the id of a type, after adding a new type.
    mutating func id(name: String, coder: ActionRecord.Coder, in db: Connection) throws -> Int {
        let key = Key(name: name, coder: coder)
        if let id = ids[key] { return id }
        // Cut at a U+0000, like in the hash of the row.
        let name = String(decoding: name.utf8.prefix { $0 != 0 }, as: UTF8.self)
        try db.execute(
            "INSERT OR IGNORE INTO action_type (name, coder) VALUES (?, ?)",
            [name, coder.rawValue]
        )
        let id = try db.fetchOne(
            Int.self,
            "SELECT id FROM action_type WHERE name = ? AND coder = ?",
            [name, coder.rawValue]
        )
        guard let id else { throw SQLiteError(SQLITE_CORRUPT) }
        ids[key] = id
        return id
    }
}
