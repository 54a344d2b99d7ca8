import Foundation
import RewindSession
import RewindTimeline

/// Changes a session between its plain and its packed form, into a new file.
package enum SessionPacking {
    /// What packing did.
    package struct Report: Sendable {
        /// The form that the session had.
        package let formBefore: SessionForm
        package let actions: Int
        /// The length of the file in bytes, before and after.
        package let bytesBefore: Int
        package let bytesAfter: Int
    }

    /// Writes the session at `url` to a new file at `output`, in `form`.
    ///
    /// - Complexity: linear in the size of the file, and O(n log n) in the number of actions to pack it.
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work; or what `progress` throws. There is
    ///   no new file then.
    package static func write(
        _ url: URL,
        to output: URL,
        as form: SessionForm,
        progress: @escaping SessionProgress.Handler = { _ in }
    ) throws -> Report {
        // Opening finishes what a recorder left, and tells whether this is a session at all. As long as it is open,
        // nobody else changes the file.
        let reader = try SessionReader(opening: url)
        defer { reader.close() }
        guard !reader.isLive else { throw SessionError.beingRecorded(path: url.path) }
        _ = try SessionFile(creating: output.path)
        do {
            let actions = try SessionError.translating(path: output.path) {
                let connection = try Connection(writing: output.path)
                defer { try? connection.close() }
                try connection.execute("ATTACH ? AS source", [url.path])
                try connection.withProgress({ try progress(SessionProgress(.packing)) }) {
                    // Immediate, it would be one of the source too, which somebody may be reading.
                    try connection.transaction(.deferred) { try copy(into: form, path: url.path, in: $0) }
                }
                try connection.withProgress({ try progress(SessionProgress(.compacting)) }) {
                    try connection.execute("DETACH source; VACUUM")
                }
                return try connection.fetchOne(Int.self, "SELECT count(*) FROM \(form.log)") ?? 0
            }
            let before = FileStatus(path: url.path)?.length ?? 0
            let after = FileStatus(path: output.path)?.length ?? 0
            return Report(
                formBefore: reader.form,
                actions: actions,
                bytesBefore: Int(before),
                bytesAfter: Int(after)
            )
        } catch {
            try? SessionRecovery.remove(output)
            throw error
        }
    }

    private static func copy(into form: SessionForm, path: String, in db: Connection) throws {
        try db.execute("PRAGMA main.application_id = \(SessionFormat.applicationID)")
        try db.execute("PRAGMA main.user_version = \(SessionFormat.version)")
        try db.execute(SessionFormat.schema)
        try attachRows(path: path, in: db)
        for table in SessionFormat.tables where table != "action" {
            try db.execute("INSERT INTO main.\(table) SELECT * FROM source.\(table)")
        }
        try db.execute("DELETE FROM main.session WHERE key = ?", [PackedForm.baseKey])
        switch form {
        case .plain: try db.execute("INSERT INTO main.action SELECT * FROM temp.row ORDER BY seq")
        case .packed: try pack(in: db)
        }
        try db.execute("DROP VIEW temp.row")
    }

    /// Makes the rows of the source's log a view, `temp.row`.
    private static func attachRows(path: String, in db: Connection) throws {
        let isPacked = try db.fetchOne(
            Bool.self,
            "SELECT EXISTS (SELECT 1 FROM source.sqlite_schema WHERE name = ?)",
            [PackedForm.tables[0]]
        )
        var query = "SELECT * FROM source.action"
        if isPacked == true {
            query = PackedForm.rows(in: "source", from: try PackedForm.base(in: db, schema: "source", path: path))
        }
        try db.execute("CREATE TEMP VIEW row AS \(query)")
    }

    private static func pack(in db: Connection) throws {
        let base = try db.fetchOne(Int64.self, "SELECT min(at) FROM temp.row") ?? 0
        try db.execute("DROP TABLE main.action")
        try db.execute(PackedForm.schema)
        try SessionFact.set(PackedForm.baseKey, to: String(base), in: db)
        try db.execute(
            """
            INSERT INTO packed_kind (type, payload, patch, status, origin, error)
            SELECT type, payload, patch, status, origin, error FROM temp.row
            GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY count(*) DESC, min(seq);
            CREATE INDEX packing ON packed_kind (type, payload, patch, status, origin, error);
            """
        )
        // Times that are so far apart that a difference overflows would become real numbers, which a table refuses.
        try db.execute(
            """
            INSERT INTO packed_action
            SELECT seq, (SELECT id FROM packed_kind AS k WHERE \(PackedForm.isOfKind)), at - ?, duration, hash
            FROM temp.row AS r ORDER BY seq
            """,
            [base]
        )
        try db.execute("INSERT INTO packed_branch SELECT seq, parent FROM temp.row WHERE parent <> seq - 1")
        try db.execute("DROP INDEX packing")
    }
}
