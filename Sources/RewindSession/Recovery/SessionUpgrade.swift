/// Reads sessions of version 1, which has neither effects nor causes, and converts them when they are written to.
///
/// The rows are the same in both versions: version 2 adds two columns, which are NULL in old rows, and tables.
package enum SessionUpgrade {
    /// The columns of the table `action` that version 1 lacks.
    private static let columns = ["cause_effect", "cause_action"]
    /// The tables that version 1 lacks.
    package static let tables = ["effect", "outcome"]

    /// Returns the version of the session in `db`.
    ///
    /// - Throws: `SQLiteError`.
    package static func version(of db: Connection) throws -> Int {
        try db.fetchOne(Int.self, "PRAGMA user_version") ?? 0
    }

    /// Returns the columns that a table of a session of `version` has; nil for no such table.
    static func columns(of table: String, version: Int) -> [String]? {
        guard version < SessionFormat.version else { return SessionFormat.columns[table] }
        guard !tables.contains(table) else { return nil }
        return SessionFormat.columns[table]?.filter { column in !columns.contains { column.hasPrefix($0 + " ") } }
    }

    /// Converts a session of version 1, in the current transaction. Others stay as they are.
    ///
    /// - Complexity: O(1).
    /// - Throws: `SQLiteError`.
    package static func run(in db: Connection) throws {
        guard try version(of: db) < SessionFormat.version else { return }
        for column in columns { try db.execute("ALTER TABLE action ADD COLUMN \(column) INTEGER") }
        try db.execute(SessionFormat.effectSchema)
        if try SessionFact.isEnded(in: db) { try SessionFact.set(EffectsEnd.key, to: EffectsEnd().text, in: db) }
        try db.execute("PRAGMA user_version = \(SessionFormat.version)")
    }

    /// Lets queries on this connection see a session of version 1 as one of version 2, without effects.
    ///
    /// - Throws: `SQLiteError`.
    package static func show(in db: Connection) throws {
        guard try version(of: db) < SessionFormat.version else { return }
        let names = SessionFormat.columns["action", default: []].map { $0.prefix { $0 != " " } }
        let selection = names.map { columns.contains(String($0)) ? "NULL AS \($0)" : String($0) }
        try db.execute("PRAGMA temp_store = MEMORY")
        try db.execute("CREATE TEMP VIEW action AS SELECT \(selection.joined(separator: ", ")) FROM main.action")
        for table in tables {
            try db.execute(
                "CREATE TEMP TABLE \(table) (\(SessionFormat.columns[table, default: []].joined(separator: ", ")))"
            )
        }
    }
}
