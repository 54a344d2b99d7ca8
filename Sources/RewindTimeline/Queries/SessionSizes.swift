import Foundation
import RewindSession

/// The sizes of a session and its parts.
package struct SessionSizes: Sendable {
    /// The length of the file, in bytes.
    package let fileBytes: Int
    /// The number of bytes of each table with its indexes, largest first; empty if SQLite was built without `dbstat`.
    package let tables: [(name: String, bytes: Int)]
    /// The number of actions of each type, most frequent first.
    package let types: [(name: String, count: Int)]
    package let actions: Int
    /// The number of actions with another status than done.
    package let trouble: Int
    /// The number of actions that start a branch.
    package let branches: Int
    /// The action with the longest run time of the reducer, in nanoseconds; nil if none was measured.
    package let slowest: (seq: Int, type: String, duration: Int64)?
    /// The number of pruned actions, which is also the seq of the last one.
    package let pruned: Int
    package let snapshots: Int
    package let chunks: Int
    package let pointers: Int
    package let changes: Int
    /// The times at which the first and the last action were dispatched, in microseconds since 1970; nil without
    /// actions.
    package let span: ClosedRange<Int64>?

    /// Measures `session`.
    ///
    /// - Complexity: Linear in the size of the file.
    /// - Throws: `SessionError`.
    package init(of session: SessionReader) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: session.url.path)
        fileBytes = (attributes?[.size] as? NSNumber)?.intValue ?? 0
        func count(_ table: String) throws -> Int {
            try session.read { try $0.fetchOne(Int.self, "SELECT count(*) FROM \(table)") ?? 0 }
        }
        actions = try count("action")
        trouble = try count("action WHERE status <> 'done'")
        branches = try count("action WHERE parent <> seq - 1")
        slowest = try session.read { db in
            let sql = """
                SELECT seq, name, duration FROM action JOIN action_type ON action_type.id = action.type
                WHERE duration IS NOT NULL ORDER BY duration DESC, seq LIMIT 1
                """
            return try db.fetchOne(sql) { row in
                guard let seq: Int = row.value(0), let type: String = row.value(1), let duration: Int64 = row.value(2)
                else { return nil }
                return (seq, type, duration)
            }
        }
        pruned = try session.firstSeq()
        snapshots = try count("snapshot")
        chunks = try count("chunk")
        pointers = try count("pointer")
        changes = try count("change")
        let tables = """
            SELECT coalesce(tbl_name, name), sum(pgsize) FROM dbstat LEFT JOIN sqlite_schema USING (name)
            GROUP BY 1 ORDER BY 2 DESC
            """
        self.tables = (try? Self.pairs(session, tables)) ?? []
        types = try Self.pairs(
            session,
            """
            SELECT name, count(*) FROM action JOIN action_type ON action_type.id = action.type
            GROUP BY name ORDER BY 2 DESC, 1
            """
        )
        span = try session.read { db in
            try db.fetchOne("SELECT min(at), max(at) FROM action") { row in
                guard let first: Int64 = row.value(0), let last: Int64 = row.value(1), first <= last else { return nil }
                return first...last
            }
        }
    }

    private static func pairs(_ session: SessionReader, _ sql: String) throws -> [(String, Int)] {
        try session.read { try $0.fetchAll(sql) { ($0.value(0) ?? "", $0.value(1) ?? 0) } }
    }
}
