#if Fleet

import Foundation
import RewindSession
import RewindTimeline

/// The identifiers of a session's chunks in its file and in the fleet.
struct ChunkMap {
    private(set) var fleet: [Int64: Int64] = [:]

    init() {}

    /// Reads the chunks of a sound session.
    ///
    /// - Throws: `SessionError`.
    init(of session: SessionReader) throws {
        let hashes = try session.read { db in
            try db.fetchAll("SELECT id, hash FROM chunk ORDER BY id") { row in
                (row.value(0) as Int? ?? 0, Array(row.value(1) as Data? ?? Data()))
            }
        }
        let known = Dictionary(uniqueKeysWithValues: hashes)
        for (id, _) in hashes {
            // A chunk after those that it refers to, without recursion: they may be nested deeply.
            var open = [id]
            while let next = open.last {
                guard fleet[Int64(next)] == nil else {
                    open.removeLast()
                    continue
                }
                let body = try session.body(ofChunk: next)
                let missing = Set(ChunkReference.ids(in: body)).filter { fleet[Int64($0)] == nil }
                guard missing.isEmpty, let hash = known[next] else {
                    guard open.count <= ChunkReader.depthLimit, missing.allSatisfy({ known[$0] != nil }) else {
                        throw session.damaged(.chunkCycle(id: next))
                    }
                    open += missing
                    continue
                }
                fleet[Int64(next)] = FleetID.chunk(hash, Self.text(body, with: fleet))
                open.removeLast()
            }
        }
    }

    /// Returns stored text with other identifiers in its references.
    ///
    /// - Complexity: O(n).
    static func text(_ text: String, with ids: [Int64: Int64]) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var text = text
        return text.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count)
            var rest = 0
            ChunkReference.forEachID(in: bytes) { id, digits in
                guard let other = ids[Int64(id)] else { return }
                result += bytes[rest..<digits.lowerBound]
                result += String(other).utf8
                rest = digits.upperBound
            }
            result += bytes[rest...]
            return String(decoding: result, as: UTF8.self)
        }
    }
}

#endif
