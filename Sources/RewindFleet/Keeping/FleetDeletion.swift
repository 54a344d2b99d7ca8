#if Fleet

import RewindTree

extension FleetDatabase {
    /// The tables, beside session, of which each row belongs to a session.
    private static let sessionTables = ["action", "change", "value", "chunk_use", "effect", "outcome", "note"]
    /// The tables that contain texts.
    private static let textTables = [
        "session", "action", "effect", "outcome", "note", "value", "type", "pointer", "chunk",
    ]

    /// Returns the sessions that contain `text` anywhere, in one of its spellings (`TextSpellings`): in actions, states,
    /// names or facts.
    ///
    /// - Complexity: Linear in the size of the database.
    /// - Throws: `FleetError`.
    package func sessions(containing text: String) throws -> [FleetSession] {
        let keys = try connection.rows(
            """
            WITH p AS (SELECT id FROM rewind.pointer WHERE lower(text) LIKE ANY($1))
            SELECT session FROM rewind.action WHERE lower(concat_ws(E'\\n', payload, patch, origin, error)) LIKE ANY($1)
                OR type IN (SELECT id FROM rewind.type WHERE lower(name) LIKE ANY($1))
            UNION SELECT session FROM rewind.effect WHERE lower(concat_ws(E'\\n', name, input, origin)) LIKE ANY($1)
            UNION SELECT session FROM rewind.outcome WHERE lower(concat_ws(E'\\n', type, value)) LIKE ANY($1)
            UNION SELECT session FROM rewind.chunk_use
                WHERE chunk IN (SELECT id FROM rewind.chunk WHERE lower(body) LIKE ANY($1))
            UNION SELECT key FROM rewind.session
                WHERE lower(concat_ws(E'\\n', id, sender, app, version, device, os, fatal_pointers)) LIKE ANY($1)
            UNION SELECT session FROM rewind.note WHERE lower(text) LIKE ANY($1)
            UNION SELECT session FROM rewind.value WHERE lower(value) LIKE ANY($1) OR pointer IN (SELECT id FROM p)
            UNION SELECT session FROM rewind.change WHERE pointer IN (SELECT id FROM p)
            """,
            [TextSpellings(text).patterns]
        ) { $0.int(0) ?? 0 }
        return try FleetSession.read(FleetFilter(), keys: keys, in: connection)
    }

    /// Returns the sessions that a limit removes: those stored at least `days` days ago, or all but the `count` that
    /// started last.
    ///
    /// - Throws: `FleetError`.
    package func sessions(olderThan days: Int? = nil, beyond count: Int? = nil) throws -> [FleetSession] {
        let keys = try connection.rows(
            """
            SELECT key FROM rewind.session
            WHERE $1::bigint IS NOT NULL AND added <= (now() AT TIME ZONE 'UTC')::date - least($1, 1000000)::int
            UNION SELECT * FROM (
                SELECT key FROM rewind.session WHERE $2::bigint IS NOT NULL
                ORDER BY started_at DESC NULLS LAST, key OFFSET coalesce($2, 0)
            ) rest
            """,
            [.int(days.map(Int64.init)), .int(count.map(Int64.init))]
        ) { $0.int(0) ?? 0 }
        return try FleetSession.read(FleetFilter(), keys: keys, in: connection)
    }

    /// Deletes sessions, and the chunks and pointers that only they used.
    ///
    /// - Throws: `FleetError`.
    package func delete(_ sessions: [FleetSession]) throws {
        try connection.transaction {
            try lockSessions(exclusively: true)
            try deleteRows(of: sessions)
        }
    }

    /// Deletes sessions, checks that no table contains `text` any more, and writes the tables and partitions that
    /// contained them anew, so that their files do not contain it either. Sessions with their ids, and with those of the
    /// `files`, will not be stored again.
    ///
    /// Other work waits meanwhile, and this waits for other work. The write-ahead log and backups are not changed.
    ///
    /// - Complexity: Linear in the size of these tables and partitions; with `text`, in that of the database.
    /// - Throws: `FleetError.notErased`, and other errors of `FleetError`. Nothing is deleted then.
    package func erase(_ sessions: [FleetSession], containing text: String?, files: [SpooledFile] = []) throws {
        try connection.transaction {
            try lockSessions(exclusively: true)
            // Questions lock the tables in other orders. One that waits for a table here is not yet taken for a deadlock
            // when this gives up and starts again.
            let tables = Self.textTables.map { "rewind.\($0)" }.joined(separator: ", ")
            try connection.execute(
                "SET LOCAL lock_timeout = '100ms'; LOCK TABLE \(tables); SET LOCAL lock_timeout = 0"
            )
            var changed = try deleteRows(of: sessions)
            try connection.execute(
                "INSERT INTO rewind.forgotten SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING",
                [.ints((sessions.map(\.id) + files.map(\.id)).map { FleetID.session($0) })]
            )
            if let text {
                let patterns = [TextSpellings(text).patterns]
                changed.formUnion(try delete(from: "type", "WHERE lower(name) LIKE ANY($1)", patterns))
                guard try self.sessions(containing: text).isEmpty, try !isShared(text) else {
                    throw FleetError.notErased
                }
            }
            // Makes new files with the visible rows. VACUUM FULL would also copy deleted rows that an open transaction can
            // see.
            for table in changed.sorted() {
                try connection.execute(
                    """
                    CREATE TEMP TABLE kept AS TABLE \(table);
                    TRUNCATE \(table);
                    INSERT INTO \(table) TABLE kept;
                    DROP TABLE kept;
                    """
                )
            }
        }
        // The samples of values for the planner are of the old rows.
        try connection.execute("ANALYZE")
    }

    /// Returns the names of the tables and partitions that contained texts of the deleted rows.
    @discardableResult
    private func deleteRows(of sessions: [FleetSession]) throws -> Set<String> {
        let keys = [PostgresValue.ints(sessions.map(\.key))]
        var changed: Set<String> = []
        for table in Self.sessionTables {
            changed.formUnion(try delete(from: table, "WHERE session = ANY($1)", keys))
        }
        changed.formUnion(try delete(from: "session", "WHERE key = ANY($1)", keys))
        let unused = [
            (
                "pointer",
                """
                NOT EXISTS (SELECT FROM rewind.value v WHERE v.pointer = id)
                    AND NOT EXISTS (SELECT FROM rewind.change c WHERE c.pointer = id)
                """
            ),
            ("chunk", "NOT EXISTS (SELECT FROM rewind.chunk_use u WHERE u.chunk = id)"),
        ]
        for (table, condition) in unused { changed.formUnion(try delete(from: table, "WHERE \(condition)", [])) }
        return changed
    }

    private func delete(from table: String, _ condition: String, _ parameters: [PostgresValue]) throws -> [String] {
        let found = try connection.rows(
            """
            WITH deleted AS (DELETE FROM rewind.\(table) \(condition) RETURNING tableoid)
            SELECT DISTINCT tableoid::regclass::text FROM deleted
            """,
            parameters
        ) { $0.text(0) ?? "" }
        return Self.textTables.contains(table) ? found : []
    }

    /// Returns true if a row that no session uses contains the text.
    private func isShared(_ text: String) throws -> Bool {
        let found = try connection.rows(
            """
            SELECT EXISTS (SELECT FROM rewind.type WHERE lower(name) LIKE ANY($1))
                OR EXISTS (SELECT FROM rewind.pointer WHERE lower(text) LIKE ANY($1))
                OR EXISTS (SELECT FROM rewind.chunk WHERE lower(body) LIKE ANY($1))
            """,
            [TextSpellings(text).patterns]
        ) { $0.bool(0) ?? true }
        return found.contains(true)
    }
}

#endif
