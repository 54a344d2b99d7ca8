import RewindSession

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
        var fingerprints: [ActionFingerprint] = []
        let columns: ActionRow.Columns = [.parent, .type, .payload, .patch]
        try forEachRow(columns, "WHERE seq >= ? ORDER BY seq LIMIT ?", [seq, limit]) { row in
            var hasher = Hasher()
            var hasReferences = false
            hasher.combine(row.anything(.parent))
            for column in [ActionRow.Columns.type, .payload, .patch] {
                guard let text = row.text(column) else {
                    hasher.combine(row.anything(column))
                    continue
                }
                hasher.combine(text.count)
                hasher.combine(bytes: text)
                if column != .type, text.contains(UInt8(ascii: "$")) { hasReferences = true }
            }
            let hash = hasher.finalize()
            fingerprints.append(ActionFingerprint(seq: row.seq, hash: hash, hasReferences: hasReferences))
            return true
        }
        return fingerprints
    }
}
