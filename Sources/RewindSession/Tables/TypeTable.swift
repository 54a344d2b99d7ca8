import CRewindSQLite

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
    mutating func id(name: String, coder: ActionRecord.Coder, in db: Connection) throws -> Int {
        let key = Key(name: name, coder: coder)
        if let id = ids[key] { return id }
        // Up to a U+0000, as the hash of the row has it.
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
