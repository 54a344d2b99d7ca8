import Foundation
import RewindSession
import RewindTimeline

extension SessionPruning {
    /// The result of pruning a closed session.
    package struct Report: Sendable {
        /// The number of actions removed.
        package let actions: Int
        /// The seq of the first remaining state.
        package let first: Int
        /// The names of the removed bookmarks.
        package let bookmarks: [String]
        /// The length of the file before, in bytes.
        package let bytesBefore: Int
        /// The length of the file after; nil if it is only known once the session is pruned.
        package let bytesAfter: Int?
    }

    /// Returns the result that pruning the closed session at `url` to limits on actions and age would have.
    ///
    /// - Complexity: Linear in the snapshots, and for a limit on age in the actions.
    /// - Throws: `SessionError`, `.beingRecorded` while an app records the session.
    package static func plan(for url: URL, keeping retention: Retention, now: Int64) throws -> Report {
        let reader = try SessionReader(opening: url)
        defer { reader.close() }
        guard !reader.isLive else { throw SessionError.beingRecorded(path: url.path) }
        let (before, after) = try reader.read { db in
            let pruning = try SessionPruning(readingFrom: db, path: url.path)
            let before = pruning.snapshots.first
            return (before, try pruning.start(keeping: retention, now: now, in: db) ?? before)
        }
        return Report(
            actions: after - before,
            first: after,
            bookmarks: try reader.bookmarks().filter { $0.seq < after }.map(\.name),
            bytesBefore: length(of: url),
            bytesAfter: after > before ? nil : length(of: url)
        )
    }

    /// Prunes the closed session at `url`, and shortens the file as far as possible. Keeps all actions that `retention`
    /// keeps by count and by age, and removes others until the file has the requested size, if possible. `now` is the
    /// time in microseconds since 1970.
    ///
    /// - Complexity: Linear in the size of the file.
    /// - Throws: `SessionError`, `.beingRecorded` while an app records the session; or an error of `progress`. The
    ///   session is then unchanged.
    package static func prune(
        _ url: URL,
        keeping retention: Retention,
        now: Int64,
        progress: @escaping SessionProgress.Handler = { _ in }
    ) throws -> Report {
        // Opening finishes an interrupted recording, and validates the file.
        let reader = try SessionReader(opening: url)
        reader.close()
        guard !reader.isLive else { throw SessionError.beingRecorded(path: url.path) }
        let bytesBefore = length(of: url)
        let isTooLong = retention.maxBytes.map { bytesBefore > $0 } ?? false
        // Shortening cannot be canceled once the actions are removed.
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

    /// Prunes a closed session and collects garbage. Returns the first seq before and after, and the removed bookmarks.
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
        // The recorded end is adjusted, not recomputed, so that earlier damage remains detectable.
        if let log = try SessionFact.logEnd(in: db) {
            let end = LogEnd(last: log.last, sum: log.sum &- pruning.removedHashes)
            try SessionFact.set(LogEnd.key, to: end.text, in: db)
        }
        if var end = try SessionFact.effectsEnd(in: db) {
            end.remove(pruning.removedEffectHashes)
            try SessionFact.set(EffectsEnd.key, to: end.text, in: db)
        }
        let after = pruning.snapshots.first
        if after > before { _ = try GarbageCollection.run(before: after, in: db) }
        return (before, after, bookmarks.filter { $0.seq < after }.map(\.name))
    }

    private static func length(of url: URL) -> Int {
        Int(FileStatus(path: url.path)?.length ?? 0)
    }
}
