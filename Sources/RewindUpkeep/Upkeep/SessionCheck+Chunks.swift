import Foundation
import RewindSession
import RewindTimeline

extension SessionCheck {
    /// Checks that each chunk is readable and matches its hash.
    mutating func checkChunks() throws {
        let ids = try session.read { try $0.fetchAll(Int.self, "SELECT id FROM chunk ORDER BY id") }
        report.chunks = ids.count
        for (count, id) in ids.enumerated() where report.findings.count < Self.findingsLimit {
            try progress(SessionProgress(.checkingChunks, done: count, of: ids.count))
            let hash = try session.hash(ofChunk: id)
            guard let tree = try? session.tree(ofChunk: id) else {
                report.findings.append(.chunkUnreadable(id: id))
                continue
            }
            digests.makeRoom(for: try session.length(ofChunk: id))
            if digests.digest(of: tree).data != hash { report.findings.append(.chunkHash(id: id)) }
        }
    }
}
