import GRDB
import GRDBSQLite

/// What two actions of the same process's sessions have to have in common to be the same, in a few bytes.
package struct ActionFingerprint: Hashable, Sendable {
    package let seq: Int
    /// A hash of the parent, the type, and the texts of payload and patch. It is another one in another process.
    package let hash: Int
    /// Whether the texts refer to chunks, whose numbers mean something only in their own file.
    package let hasReferences: Bool
}

extension SessionReader {
    /// The fingerprints of at most `limit` actions from `seq` on.
    ///
    /// - Throws: `SessionError`.
    package func fingerprints(from seq: Int, limit: Int) throws -> [ActionFingerprint] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT seq, parent, name, payload, patch
                    FROM action LEFT JOIN action_type ON action_type.id = action.type
                    WHERE seq >= ? ORDER BY seq LIMIT ?
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: [seq, limit])
            let handle = statement.sqliteStatement
            var fingerprints: [ActionFingerprint] = []
            while try rows.next() != nil {
                var hasher = Hasher()
                var hasReferences = false
                hasher.combine(sqlite3_column_int64(handle, 1))
                for column: Int32 in 2...4 {
                    hasher.combine(sqlite3_column_type(handle, column))
                    let text = UnsafeRawBufferPointer(
                        start: sqlite3_column_text(handle, column),
                        count: Int(sqlite3_column_bytes(handle, column))
                    )
                    hasher.combine(text.count)
                    hasher.combine(bytes: text)
                    if column > 2, text.contains(UInt8(ascii: "$")) { hasReferences = true }
                }
                fingerprints.append(
                    ActionFingerprint(
                        seq: Int(sqlite3_column_int64(handle, 0)),
                        hash: hasher.finalize(),
                        hasReferences: hasReferences
                    )
                )
            }
            return fingerprints
        }
    }
}
