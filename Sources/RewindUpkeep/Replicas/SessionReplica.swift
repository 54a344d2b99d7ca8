import CRewindSQLite
import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree

/// The copy of a session from another machine or a database: the same rows, in a file here.
///
/// While it is open, other programs see a session that is being recorded. Use it on one thread at a time.
package final class SessionReplica {
    package let url: URL
    /// The identifier of the recording; nil if it has none.
    private let session: String?
    package private(set) var position = LinkPosition()
    /// True if the recording has ended and the copy is complete. It is then closed.
    package private(set) var isEnded = false
    private let db: Connection
    /// Its lock shows that the session is being recorded; it has no actions.
    private let crashLog: CrashLog
    private var chunks: ChunkReader
    private var changes = ChangeTable()
    /// The seq of the first state.
    private var first = 0

    /// Creates the copy at `url`. With `syncs`, rows are on the disk when they have been added.
    ///
    /// - Throws: `SessionError`, which is `.alreadyExists` if there is a file.
    package convenience init(creating url: URL, session: String?, syncs: Bool = false) throws {
        let facts = session.map { [SessionFact.idKey: $0] } ?? [:]
        let writer = try SessionWriter(creating: url, facts: facts, syncs: syncs)
        try writer.close(isComplete: false)
        try self.init(continuing: url, session: session, syncs: syncs)
    }

    /// Opens the copy at `url`, to add the rows that follow. A complete one is only read.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if another program adds rows to it.
    package init(continuing url: URL, session: String?, syncs: Bool = false) throws {
        (self.url, self.session) = (url, session)
        chunks = ChunkReader(path: url.path)
        try SessionRecovery.checkIsNotRecorded(url)
        try SessionProbe.check(url)
        crashLog = try CrashLog(creatingFor: url, medium: .file)
        do {
            db = try SessionError.translating(path: url.path) {
                let db = try Connection(writing: url.path)
                try SessionProbe.checkSchema(db, path: url.path)
                try db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(syncs ? "FULL" : "NORMAL")")
                // On Apple systems, fsync leaves data in the drive's cache.
                if syncs { try db.execute("PRAGMA fullfsync = ON") }
                return db
            }
            try SessionError.translating(path: url.path) {
                try db.transaction { try SessionUpgrade.run(in: $0) }
                try readPosition()
            }
        } catch {
            crashLog.remove()
            throw error
        }
    }

    private func readPosition() throws {
        first = try SessionFact.firstSeq(in: db, path: url.path) ?? 0
        position = LinkPosition()
        position.action = first
        try db.fetchOne("SELECT seq, hash FROM action ORDER BY seq DESC LIMIT 1") { row -> Void? in
            position.action = row.value(0) ?? first
            position.actionHash = row.value(1)
        }
        try db.fetchOne("SELECT id, hash FROM chunk ORDER BY id DESC LIMIT 1") { row -> Void? in
            position.chunk = row.value(0) ?? 0
            position.chunkHash = (row.value(1) as Data?).map { Array($0).hexadecimal }
        }
        position.snapshot = try db.fetchOne(Int.self, "SELECT max(seq) FROM snapshot") ?? -1
        (position.effect, position.effectHash) = try lastRow(of: "effect")
        (position.outcome, position.outcomeHash) = try lastRow(of: "outcome")
    }

    private func lastRow(of table: String) throws -> (id: Int, hash: Int64?) {
        try db.fetchOne("SELECT id, hash FROM \(table) ORDER BY id DESC LIMIT 1") {
            ($0.value(0) ?? 0, $0.value(1))
        } ?? (0, nil)
    }

    /// Adds rows, all of them or none.
    ///
    /// - Throws: `SessionError`, or `Refusal` if they do not continue the copy.
    package func add(_ rows: [LinkRow]) throws {
        do {
            try SessionError.translating(path: url.path) {
                try db.transaction { _ in
                    let notes = rows.filter { [.fact, .bookmark].contains($0.table) }
                    if !notes.isEmpty { try replaceNotes(by: notes) }
                    for row in rows where row.table != .fact && row.table != .bookmark { try insert(row) }
                    try changes.flush(in: db)
                }
                try readPosition()
                crashLog.retire(through: position.action)
            }
        } catch {
            changes.forget()
            chunks = ChunkReader(path: url.path)
            try? readPosition()
            throw error
        }
        if try SessionError.translating(path: url.path, { try SessionFact.isEnded(in: db) }) { try finish() }
    }

    /// True if the file is still at its path.
    package var isInPlace: Bool { db.isWhereItWas }

    /// Closes a file that was moved or deleted, and leaves any other file at its path alone.
    package func abandon() {
        // SQLite would delete the write-ahead log by its name.
        db.keepLogAtClose()
        try? db.close()
        crashLog.remove()
    }

    /// Closes the file of an app that is no longer connected. The next opening of the session completes it.
    package func release() {
        guard !isEnded else { return }
        try? db.close()
        crashLog.leave()
    }

    private func finish() throws {
        try SessionError.translating(path: url.path) {
            if first > 0 { try? SessionPruning.finish(db, from: first) }
            try db.finish()
            try db.close()
        }
        crashLog.remove()
        isEnded = true
    }

    // MARK: Rows

    private func insert(_ row: LinkRow) throws {
        guard row.table != .action || row.int(0) == position.action + 1 else { throw Refusal.missingAction }
        let marks = Array(repeating: "?", count: row.values.count).joined(separator: ", ")
        // After it collected its garbage, the app may store the same value or type again under another id. No row
        // that it still has refers to the old one. Effects from before the first state come with the facts.
        let isAgain = [.chunk, .type].contains(row.table) || row.table == .effect && row.int(1) ?? first < first
        let replaces = isAgain ? "OR REPLACE " : ""
        do {
            try db.execute("INSERT \(replaces)INTO \(row.table.rawValue) VALUES (\(marks))", row.values)
        } catch let error as SQLiteError where error.code == SQLITE_CONSTRAINT {
            throw Refusal.damaged(row.table)
        }
        guard row.table == .action else { return }
        position.action += 1
        try index(row)
    }

    /// Adds the pointers that an action changes to the index.
    private func index(_ row: LinkRow) throws {
        guard let seq = row.int(0), let text = row.text(5) else { return }
        guard let tree = try? chunks.tree(from: text, table: "action", column: "patch", row: seq, in: db),
            let patch = try? Patch(tree: tree)
        else { throw Refusal.damaged(.action) }
        try changes.insert(patch, seq: seq, in: db)
    }

    /// Replaces the facts and bookmarks, and deletes what the app has pruned.
    private func replaceNotes(by rows: [LinkRow]) throws {
        try db.execute("DELETE FROM session")
        try db.execute("DELETE FROM bookmark")
        for row in rows { try insert(row) }
        if let session { try SessionFact.set(SessionFact.idKey, to: session, in: db) }
        let start = try SessionFact.firstSeq(in: db, path: url.path) ?? 0
        guard start > first else { return }
        try db.execute("DELETE FROM action WHERE seq <= ?", [start])
        // Effects that were under way then come again: the end of one may have been pruned before it was sent.
        try db.execute("DELETE FROM effect WHERE seq < ?", [start])
        try db.execute("DELETE FROM outcome WHERE seq < ?", [start])
        try db.execute("DELETE FROM snapshot WHERE seq < ?", [start])
        first = start
        position.action = max(position.action, start)
    }
}

extension Refusal {
    fileprivate static func damaged(_ table: LinkRow.Table) -> Refusal {
        Refusal(.malformed, "A row of the table \(table.rawValue) is damaged.")
    }
}
