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
    package let problemCount: Int
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
        fileBytes = Int(FileStatus(path: session.url.path)?.length ?? 0)
        func count(_ table: String) throws -> Int {
            try session.read { try $0.fetchOne(Int.self, "SELECT count(*) FROM \(table)") ?? 0 }
        }
        let log = try LogCounts(of: session)
        actions = log.actions
        problemCount = log.problemCount
        span = log.span
        branches = try count("action WHERE parent <> seq - 1")
        let names = try session.typeNamesByID()
        types = Dictionary(log.types.compactMap { id, count in names[id].map { ($0, count) } }, uniquingKeysWith: +)
            .map { (name: $0, count: $1) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        slowest = log.slowest.flatMap { slowest in
            names[slowest.type].map { (slowest.seq, $0, slowest.duration) }
        }
        pruned = try session.firstSeq()
        snapshots = try count("snapshot")
        chunks = try count("chunk")
        pointers = try count("pointer")
        changes = try count("change")
        let tables = """
            SELECT coalesce(tbl_name, name), sum(pgsize) FROM dbstat LEFT JOIN sqlite_schema USING (name)
            WHERE aggregate GROUP BY 1 ORDER BY 2 DESC
            """
        self.tables = (try? session.read { try $0.fetchAll(tables) { ($0.value(0) ?? "", $0.value(1) ?? 0) } }) ?? []
    }
}

/// Counts over the whole log, from one pass.
private struct LogCounts {
    private(set) var actions = 0
    private(set) var problemCount = 0
    private(set) var types: [Int64: Int] = [:]
    private(set) var slowest: (seq: Int, type: Int64, duration: Int64)?
    private(set) var span: ClosedRange<Int64>?

    init(of session: SessionReader) throws {
        try session.read { db in
            let rows = try db.rows("SELECT seq, type, status = 'done', at, duration FROM action ORDER BY seq")
            while let row = try rows.next() {
                actions += 1
                if row.value(2) != true { problemCount += 1 }
                guard let type: Int64 = row.value(1) else { continue }
                types[type, default: 0] += 1
                if let at: Int64 = row.value(3) {
                    span = min(span?.lowerBound ?? at, at)...max(span?.upperBound ?? at, at)
                }
                if let duration: Int64 = row.value(4), duration > slowest?.duration ?? .min {
                    slowest = (row.value(0) ?? 0, type, duration)
                }
            }
        }
    }
}
