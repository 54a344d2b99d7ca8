import CRewindSQLite
import Foundation
import RewindTree

/// Writes the change index: the pointers that each action's patch names.
///
/// Rows are buffered until `flush` and inserted in key order, so that adjacent rows in the file are written together.
package struct ChangeTable {
    private struct Row {
        let pointer: Int
        let seq: Int
    }

    /// The maximum number of cached ids; the cache is then cleared.
    private static let idsLimit = 100_000
    /// The maximum number of buffered rows.
    private static let rowsLimit = 65_536

    private var ids: [Pointer: Int] = [:]
    private var waiting: [Row] = []
    private var rows = RowInsertion("INSERT OR IGNORE", into: "change", columns: ["pointer", "seq"])

    package init() {}

    /// Discards the buffered rows and the ids. Must be called after a transaction was rolled back.
    package mutating func forget() {
        ids.removeAll(keepingCapacity: true)
        waiting.removeAll(keepingCapacity: true)
        rows.discard()
    }

    /// Adds the pointers of `patch` for action `seq`.
    ///
    /// - Throws: `SQLiteError`.
    package mutating func insert(_ patch: Patch, seq: Int, in db: Connection) throws {
        try insert(patch.pointers, seq: seq, in: db)
    }

    /// Adds the pointers that the patch of action `seq` names.
    ///
    /// - Throws: `SQLiteError`.
    mutating func insert(_ pointers: [Pointer], seq: Int, in db: Connection) throws {
        for pointer in pointers { waiting.append(Row(pointer: try id(of: pointer, in: db), seq: seq)) }
        if waiting.count > Self.rowsLimit { try flush(in: db) }
    }

    /// Inserts the buffered rows.
    ///
    /// - Throws: `SQLiteError`.
    package mutating func flush(in db: Connection) throws {
        defer { waiting.removeAll(keepingCapacity: true) }
        waiting.sort { ($0.pointer, $0.seq) < ($1.pointer, $1.seq) }
        for row in waiting {
            rows.bind(Int64(row.pointer))
            rows.bind(Int64(row.seq))
            try rows.endRow(in: db)
        }
        try rows.flush(in: db)
    }

    private mutating func id(of pointer: Pointer, in db: Connection) throws -> Int {
        if let id = ids[pointer] { return id }
        if ids.count > Self.idsLimit { ids.removeAll(keepingCapacity: true) }
        let text = pointer.indexText
        try db.execute("INSERT OR IGNORE INTO pointer (text) VALUES (?)", [text])
        guard let id = try db.fetchOne(Int.self, "SELECT id FROM pointer WHERE text = ?", [text]) else {
            throw SQLiteError(SQLITE_CORRUPT)
        }
        ids[pointer] = id
        return id
    }
}

extension Patch {
    /// The pointers that the operations change, in order; a move has two.
    package var pointers: [Pointer] {
        operations.flatMap(\.changedPointers)
    }
}

extension Pointer {
    /// The text of the pointer in the index. SQLite's C interface ends a text at U+0000, so that is written as `~2`.
    package var indexText: String {
        description.replacingOccurrences(of: "\0", with: "~2")
    }

    /// Creates the pointer with this text in the index.
    ///
    /// - Throws: `PointerError`.
    package init(indexText: String) throws {
        try self.init(parsing: indexText.replacingOccurrences(of: "~2", with: "\0"))
    }
}
