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
            let rows = try db.rows(
                """
                SELECT seq, parent, name, payload, patch
                FROM action LEFT JOIN action_type ON action_type.id = action.type
                WHERE seq >= ? ORDER BY seq LIMIT ?
                """,
                [seq, limit]
            )
            var fingerprints: [ActionFingerprint] = []
            while let row = try rows.next() {
                var hasher = Hasher()
                var hasReferences = false
                hasher.combine(row.value(1) as SQLValue?)
                for column in 2...4 {
                    guard let text = row.text(column) else {
                        hasher.combine(row.value(column) as SQLValue?)
                        continue
                    }
                    hasher.combine(text.count)
                    hasher.combine(bytes: text)
                    if column > 2, text.contains(UInt8(ascii: "$")) { hasReferences = true }
                }
                fingerprints.append(
                    ActionFingerprint(
                        seq: row.value(0) ?? 0,
                        hash: hasher.finalize(),
                        hasReferences: hasReferences
                    )
                )
            }
            return fingerprints
        }
    }
}
