import Foundation
import RewindSession
import RewindTimeline

extension SessionPruning {
    /// What pruning a closed session did.
    package struct Report: Sendable {
        /// The actions that went now.
        package let actions: Int
        /// The seq of the first state that is left.
        package let first: Int
        /// The names of the bookmarks that went with them.
        package let bookmarks: [String]
        /// The length of the file in bytes, before and after.
        package let bytesBefore: Int
        package let bytesAfter: Int
    }

    /// Prunes the session at `url`, which its recorder closed, and makes the file as short as it can be. All actions stay
    /// that `retention` counts in and that are young enough for it; as many bytes go as it asks for, where that can be.
    /// `now` is the time in microseconds since 1970.
    ///
    /// - Complexity: linear in the size of the file.
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work; or what `progress` throws. The
    ///   session is as it was then.
    package static func prune(
        _ url: URL,
        keeping retention: Retention,
        now: Int64,
        progress: @escaping SessionProgress.Handler = { _ in }
    ) throws -> Report {
        // Opening finishes what a recorder left, and tells whether this is a session at all.
        let reader = try SessionReader(opening: url)
        reader.close()
        guard !reader.isLive else { throw SessionError.beingRecorded(path: url.path) }
        let bytesBefore = length(of: url)
        let isTooLong = retention.maxBytes.map { bytesBefore > $0 } ?? false
        // Once the actions are gone, there is no way back.
        let (before, after, bookmarks) = try ClosedSession.change(
            url,
            afterwards: { connection, begin in if begin.1 > begin.0 || isTooLong { try shorten(connection, .none) } },
            { db in
                try db.withProgress({ try progress(SessionProgress(.pruning)) }) {
                    try prune(keeping: retention, now: now, in: db, path: url.path)
                }
            }
        )
        return Report(
            actions: after - before,
            first: after,
            bookmarks: bookmarks,
            bytesBefore: bytesBefore,
            bytesAfter: length(of: url)
        )
    }

    /// Prunes a closed session, with a garbage collection; gives where it began, where it begins, and the bookmarks that
    /// went.
    private static func prune(
        keeping retention: Retention,
        now: Int64,
        in db: Connection,
        path: String
    ) throws -> (before: Int, after: Int, bookmarks: [String]) {
        var pruning = try SessionPruning(readingFrom: db, path: path)
        let before = pruning.snapshots.first
        let bookmarks = try db.fetchAll("SELECT name, seq FROM bookmark ORDER BY seq, name") {
            (name: $0.value(0) ?? "", seq: $0.value(1) ?? 0)
        }
        _ = try pruning.prune(retention, .none, now: now, cursor: nil, in: db)
        // What is left ends as it did: where damage was seen before, it is seen afterwards.
        if let log = try SessionFact.logEnd(in: db) {
            let end = LogEnd(last: log.last, sum: log.sum &- pruning.removedHashes)
            try SessionFact.set(LogEnd.key, to: end.text, in: db)
        }
        let after = pruning.snapshots.first
        if after > before { _ = try GarbageCollection.run(before: after, in: db) }
        return (before, after, bookmarks.filter { $0.seq < after }.map(\.name))
    }

    private static func length(of url: URL) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
