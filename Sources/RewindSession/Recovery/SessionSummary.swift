import Foundation

/// An overview of a session. Unlike opening the session, creating it never finishes an interrupted recording.
package struct SessionSummary: Sendable {
    /// The way in which a recording ends.
    package enum How: String, Sendable {
        case closed, crashed, suspended, live, unfinished

        /// Creates the way of a session that is complete. Sessions finished by earlier versions do not record a crash, but
        /// unfinished actions indicate one.
        package init(endedBy cause: String?, hasActionsUnderWay: Bool) {
            switch cause {
            case _ where hasActionsUnderWay: self = .crashed
            case SessionFact.endedByCrash: self = .crashed
            case SessionFact.endedBySuspension: self = .suspended
            default: self = .closed
            }
        }
    }

    /// The identifier of the recording; nil if the session does not contain it.
    package let id: String?
    package let app: String?
    package let appVersion: String?
    /// The times at which the recording began, and at which it was closed or dispatched its last action, in
    /// microseconds since 1970; nil if the session does not contain them.
    package let startedAt: Int64?
    package let endedAt: Int64?
    /// The number of actions; nil if the file alone does not show it.
    package let actions: Int?
    package let how: How

    private struct Last {
        var seq: Int?
        var at: Int64?
        var isUnderWay = false
    }

    /// Reads the overview of the session at `url`.
    ///
    /// - Complexity: O(1).
    /// - Throws: `SessionError`.
    package init(of url: URL) throws {
        let isAtWork = try SessionRecovery.isRecorderAtWork(on: url)
        if isAtWork != true { try SessionProbe.check(url) }
        let isHalfWritten = isAtWork != true && SessionProbe.isHalfWritten(url)
        let (facts, first, last, isSuspended) = try SessionError.translating(path: url.path) {
            // After a kill, the log beside the file has the latest rows, unless it cannot be read here.
            let hasLog = FileManager.default.fileExists(atPath: url.path + "-wal")
            let complete = isAtWork == false && hasLog ? try? Connection(reading: url.path) : nil
            let db =
                try complete ?? (isHalfWritten ? Connection(readingAlone: url.path) : Connection(reading: url.path))
            defer { try? db.close() }
            return try db.transaction(.deferred) { db in
                let (facts, first, last) = try Self.read(db, path: url.path)
                let isSuspended =
                    try isAtWork == false && SessionRecovery.isSuspended(url, after: last.seq ?? first, in: db)
                return (facts, first, last, isSuspended)
            }
        }
        id = facts[SessionFact.idKey]
        app = facts["app"]
        appVersion = facts["app_version"]
        startedAt = facts["started_at"].flatMap { Int64($0) }
        let closedAt = facts[SessionFact.endedKey].flatMap { Int64($0) }
        // Actions dispatched later are not part of the recording, nor is the time until a crash was detected.
        endedAt = [closedAt, last.at].compactMap(\.self).min()
        actions = isHalfWritten ? nil : max(0, (last.seq ?? first) - first)
        how =
            switch isAtWork {
            case true?: .live
            case false?: isSuspended ? .suspended : .crashed
            case nil where closedAt == nil: .unfinished
            case nil: .init(endedBy: facts[SessionFact.endedByKey], hasActionsUnderWay: last.isUnderWay)
            }
    }

    private static func read(_ db: Connection, path: String) throws -> ([String: String], first: Int, Last) {
        try SessionProbe.checkSchema(db, path: path)
        let last = try db.fetchOne("SELECT seq, at, status FROM action ORDER BY seq DESC LIMIT 1") { row in
            let status: String? = row.value(2)
            return Last(
                seq: row.value(0),
                at: row.value(1),
                isUnderWay: status == ActionRecord.Status.began.rawValue
            )
        }
        let facts = try db.fetchAll("SELECT key, value FROM session") { row in
            (row.value(0) ?? "", row.value(1) ?? "") as (String, String)
        }
        let first = try SessionFact.firstSeq(in: db, path: path) ?? 0
        return (Dictionary(facts) { $1 }, first, last ?? Last())
    }
}
