/// The form of a session that takes less room: the log without what its rows repeat.
///
/// Most actions of an app do what many did before: their type, payload, patch, status, origin and error are the same.
/// All of that is a *kind*, which is stored once. The other tables are those of the plain form.
package enum PackedForm {
    /// The tables that stand for `action`.
    package static let tables = ["packed_action", "packed_kind", "packed_branch"]

    /// The key of the fact that says from when the times of actions count, in microseconds since 1970.
    package static let baseKey = "packed_from"

    package static let schema = """
        -- What actions have in common. The most frequent kinds have the lowest ids.
        CREATE TABLE packed_kind (
            id INTEGER PRIMARY KEY,
            type INTEGER NOT NULL REFERENCES action_type (id),
            payload TEXT,
            patch TEXT,
            status TEXT NOT NULL CHECK (status IN ('began', 'done', 'failed', 'dropped')),
            origin TEXT,
            error TEXT
        ) STRICT;

        -- The log.
        CREATE TABLE packed_action (
            seq INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL REFERENCES packed_kind (id),
            at INTEGER NOT NULL,            -- microseconds since 'packed_from'
            duration INTEGER,
            hash INTEGER NOT NULL           -- of the row of the plain form
        ) STRICT;

        -- Where branches start; all other actions follow the one before them.
        CREATE TABLE packed_branch (
            seq INTEGER PRIMARY KEY,
            parent INTEGER NOT NULL
        ) STRICT;
        """

    /// The query that gives the rows of `action` as the plain form has them; `schema` names the database.
    package static func rows(in schema: String = "main", from base: Int64) -> String {
        func kind(_ column: String) -> String {
            "(SELECT \(column) FROM \(schema).packed_kind WHERE id = kind) AS \(column)"
        }
        return """
            SELECT seq,
                coalesce((SELECT parent FROM \(schema).packed_branch AS branch WHERE branch.seq = a.seq), seq - 1)
                    AS parent,
                at + (\(base)) AS at, \(kind("type")), \(kind("payload")), \(kind("patch")), duration,
                \(kind("status")), \(kind("origin")), \(kind("error")), hash
            FROM \(schema).packed_action AS a
            """
    }

    /// Lets queries on this connection see `action` as in the plain form.
    ///
    /// - Throws: `SessionError`, `SQLiteError`.
    package static func createView(in db: Connection, path: String) throws {
        try db.execute("PRAGMA temp_store = MEMORY")
        try db.execute(view(in: db, path: path))
    }

    /// The statement that makes the view of `action`.
    ///
    /// - Throws: `SessionError`, `SQLiteError`.
    package static func view(in db: Connection, path: String) throws -> String {
        "CREATE TEMP VIEW action AS " + rows(from: try base(in: db, path: path))
    }

    /// Whether a row `r` of the plain form is of the kind `k`.
    package static let isOfKind = """
        k.type = r.type AND k.payload IS r.payload AND k.patch IS r.patch AND k.status = r.status
            AND k.origin IS r.origin AND k.error IS r.error
        """

    /// Has rows that are inserted into `action` on this connection wait for `packRows`.
    static func collectRows(in db: Connection) throws {
        try db.execute("PRAGMA temp_store = MEMORY")
        let columns = SessionFormat.columns["action", default: []].joined(separator: ", ")
        try db.execute("CREATE TEMP TABLE action (\(columns))")
    }

    /// Adds the rows that wait to the log.
    ///
    /// - Complexity: linear in the kinds.
    /// - Throws: `SessionError`, `SQLiteError`.
    static func packRows(in db: Connection, path: String) throws {
        let base = try base(in: db, path: path)
        try db.execute(
            """
            INSERT INTO packed_kind (type, payload, patch, status, origin, error)
            SELECT DISTINCT type, payload, patch, status, origin, error FROM temp.action AS r
            WHERE NOT EXISTS (SELECT 1 FROM packed_kind AS k WHERE \(isOfKind));
            INSERT INTO packed_action
            SELECT seq, (SELECT id FROM packed_kind AS k WHERE \(isOfKind)), at - (\(base)), duration, hash
            FROM temp.action AS r;
            INSERT INTO packed_branch SELECT seq, parent FROM temp.action WHERE parent <> seq - 1;
            DROP TABLE temp.action
            """
        )
    }

    /// From when times count.
    ///
    /// - Throws: `SessionError.damaged` when the session does not say that.
    package static func base(in db: Connection, path: String) throws -> Int64 {
        try base(in: db, schema: "main", path: path)
    }

    /// From when times count in the session that is attached as `schema`.
    ///
    /// - Throws: `SessionError.damaged` when it does not say that.
    package static func base(in db: Connection, schema: String, path: String) throws -> Int64 {
        let text: String? = try db.fetchOne("SELECT value FROM \(schema).session WHERE key = ?", [baseKey]) {
            $0.value(0)
        }
        guard let base = text.flatMap({ Int64($0) }) else {
            throw SessionError.damaged(path: path, .malformed(table: "session", column: baseKey, row: 0))
        }
        return base
    }
}
