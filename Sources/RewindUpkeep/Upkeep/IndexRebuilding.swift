import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Rebuilds the index of a closed session from its core tables.
package enum IndexRebuilding {
    /// The sizes of the new index.
    package struct Report: Sendable {
        package let actions: Int
        package let pointers: Int
        package let changes: Int
    }

    /// Drops and recreates the index of the session at `url`, in one transaction.
    ///
    /// - Complexity: Linear in the size of the log.
    /// - Throws: `SessionError`, `.beingRecorded` while an app records the session; or an error of `progress`. The
    ///   session is then unchanged.
    package static func run(_ url: URL, progress: @escaping SessionProgress.Handler = { _ in }) throws -> Report {
        try ClosedSession.change(url, withoutIndex: true) { db in
            let total = try db.fetchOne(Int.self, "SELECT count(*) FROM action")
            var done = 0
            return try db.withProgress({ try progress(SessionProgress(.indexing, done: done, of: total)) }) {
                try rebuild(in: db, path: url.path) { done = $0 }
            }
        }
    }

    private static func rebuild(in db: Connection, path: String, _ tell: (Int) -> Void) throws -> Report {
        for table in SessionFormat.indexTables.reversed() { try db.execute("DROP TABLE IF EXISTS \(table)") }
        try db.execute(SessionFormat.indexSchema)
        var changes = ChangeTable()
        let chunks = ChunkReader(path: path)
        var actions = 0
        let rows = try db.rows("SELECT seq, patch FROM action ORDER BY seq")
        while let row = try rows.next() {
            actions += 1
            tell(actions)
            guard let seq: Int = row.value(0), let text: String = row.value(1) else { continue }
            let tree = try chunks.tree(from: text, table: "action", column: "patch", row: seq, in: db)
            guard let patch = try? Patch(tree: tree) else {
                throw SessionError.damaged(path: path, .malformed(table: "action", column: "patch", row: seq))
            }
            try changes.insert(patch, seq: seq, in: db)
        }
        try changes.flush(in: db)
        return Report(
            actions: actions,
            pointers: try db.fetchOne(Int.self, "SELECT count(*) FROM pointer") ?? 0,
            changes: try db.fetchOne(Int.self, "SELECT count(*) FROM change") ?? 0
        )
    }
}
