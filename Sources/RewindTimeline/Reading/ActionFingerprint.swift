import Foundation
import RewindSession

/// What two actions of the same process's sessions have to have in common to be the same, in a few bytes.
package struct ActionFingerprint: Hashable, Sendable {
    package let seq: Int
    /// A hash of the parent, the type, and the texts of payload and patch. It is another one in another process.
    package let hash: Int
    /// The chunks that the texts refer to, whose numbers mean something only in their own file.
    package let references: [Int]
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
            var references: [Int] = []
            hasher.combine(row.anything(.parent))
            for column in [ActionRow.Columns.type, .payload, .patch] {
                guard let text = row.text(column) else {
                    hasher.combine(row.anything(column))
                    continue
                }
                hasher.combine(text.count)
                hasher.combine(bytes: text)
                if column != .type, text.contains(UInt8(ascii: "$")) {
                    references += ChunkReference.ids(in: String(decoding: text, as: UTF8.self))
                }
            }
            let hash = hasher.finalize()
            fingerprints.append(ActionFingerprint(seq: row.seq, hash: hash, references: references))
            return true
        }
        return fingerprints
    }

    /// What says of a chunk what it holds, in any session; nil where there is no such chunk.
    ///
    /// - Throws: `SessionError`.
    package func chunkHash(_ id: Int) throws -> Data? {
        try read { try $0.fetchOne(Data.self, "SELECT hash FROM chunk WHERE id = ?", [id]) }
    }
}
