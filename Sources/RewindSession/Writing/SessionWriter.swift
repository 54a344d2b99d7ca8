import Foundation
import RewindTree

/// Writes a new session file. Use it on one thread at a time.
package final class SessionWriter {
    /// The changes that one transaction can make.
    package struct Transaction {
        fileprivate let writer: SessionWriter
        fileprivate let db: Connection

        /// Stores the initial state, seq 0.
        package func setInitialState(_ state: Tree) throws {
            try writer.storeSnapshot(of: state, seq: 0)
        }

        /// Stores the first state of a session without the actions up to `seq`. Must precede any action.
        package func begin(at seq: Int, state: Tree) throws {
            try writer.storeSnapshot(of: state, seq: seq)
            guard seq > 0 else { return }
            try SessionFact.begin(at: seq, in: db)
            writer.pruning.snapshots.begin(at: seq)
            writer.pruning.snapshots.addAction(seq, at: nil)
        }

        /// Moves the cursor to `seq`, and its tip, the target of redo, to `tip`.
        package func setCursor(_ seq: Int, tip: Int) throws {
            try SessionCursor.set(seq, tip: tip, in: db)
        }

        /// Moves the cursor and its tip to the last action, even if more actions follow.
        package func clearCursor() throws {
            try SessionCursor.clear(in: db)
        }

        /// Records that the effects of actions are uncertain from action `seq` on, because threads overlapped.
        package func noteOverlap(at seq: Int) throws {
            try SessionFact.set(SessionFact.overlapKey, to: String(seq), in: db)
        }

        /// Records that the app has entered the background, or the foreground if the time is nil.
        package func setBackground(since time: Int64?) throws {
            guard let time else { return try SessionFact.remove(SessionFact.backgroundKey, in: db) }
            try SessionFact.set(SessionFact.backgroundKey, to: String(time), in: db)
        }

        /// Changes the bookmarks.
        package func mark(_ change: BookmarkChange) throws {
            try change.make(in: db)
        }

        /// Adds an action and the resulting state, which is nil if unknown.
        package func append(_ record: ActionRecord, state: Tree?) throws {
            try writer.append(record, state: state, in: db)
        }

        /// Adds an effect that began, or a note.
        package func append(_ record: EffectRecord) throws {
            try writer.effects.insert(record, chunks: &writer.chunks, in: db)
        }

        /// Adds the end of an effect.
        package func append(_ record: OutcomeRecord) throws {
            try writer.effects.insert(record, chunks: &writer.chunks, in: db)
        }

        /// Adds a copy of an action of another session, whose patch names these pointers. `row` has the columns of
        /// ``RowHash/selection``, and no references to chunks. Returns false and adds nothing if it does not match its
        /// hash.
        package func append(copyOf row: Row, naming pointers: [Pointer]) throws -> Bool {
            guard let seq: Int = row.value(0), let at: Int64 = row.value(2),
                try writer.actions.insert(copyOf: row, in: db)
            else { return false }
            try writer.changes.insert(pointers, seq: seq, in: db)
            writer.pruning.snapshots.addAction(seq, at: at)
            return true
        }

        /// Stores the state at `seq`, the last action, as a snapshot, in addition to those that `append` stores.
        package func addSnapshot(of state: Tree, seq: Int) throws {
            try writer.storeSnapshot(of: state, seq: seq)
        }
    }

    private let url: URL
    private var file: SessionFile
    private let connection: Connection
    private var chunks: ChunkWriter
    private var actions = ActionTable()
    private var effects = EffectTable()
    private var changes = ChangeTable()
    private var actionsSinceSnapshot = 0
    private var patchBytesSinceSnapshot = 0
    private var snapshotBytes = 0
    /// The maximum number of actions between two snapshots if actions are pruned, regardless of the cost of a snapshot.
    private var prunedInterval: Int?
    private var pruning = SessionPruning()
    /// The clock that measures the age of actions in microseconds; nil to use their own times.
    package var ageClock: (() -> Int64)?
    /// Actions with unknown effects whose parents were pruned, so that the states after them cannot be rebuilt.
    private var orphans: Set<Int> = []

    /// The minimum size of the patches since a snapshot that requires a new one, in bytes: for states so small that
    /// every patch is larger.
    private static let minimumPatchBytes = 16_384

    /// Creates the file at `url`, readable only by its owner. With `syncs`, each transaction waits for the disk.
    ///
    /// - Throws: `SessionError`, which is `.alreadyExists` if the file exists: a session is never overwritten.
    package convenience init(creating url: URL, facts: [String: String], syncs: Bool) throws {
        let file = try SessionFile(creating: url.path)
        do {
            // If a recording continues after its file was removed, SQLite's files at this path still belong to it.
            try SessionRecovery.checkIsNotRecorded(url)
            try self.init(file, at: url, facts: facts, syncs: syncs)
        } catch {
            unlink(url.path)
            throw error
        }
    }

    /// Creates the session at `url` and the side files that show that it is being recorded: all of them or none.
    /// `report` is called for the first of several failed writes to the side files in a row.
    ///
    /// - Throws: `SessionError`, which is `.alreadyExists` if the file exists.
    package static func recording(
        into url: URL,
        facts: [String: String],
        medium: CrashLog.Medium,
        protection: ProtectionClass? = nil,
        reporting report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) throws -> (SessionWriter, CrashLog) {
        let file = try SessionFile(creating: url.path, protection: protection)
        do {
            // The lock comes before the tables: a reader that finds them knows that it must wait for WAL mode.
            let log = try CrashLog(creatingFor: url, medium: medium, protection: protection, reporting: report)
            do {
                let syncs = medium == .disk
                return (try SessionWriter(file, at: url, facts: facts, protection: protection, syncs: syncs), log)
            } catch {
                log.remove()
                throw error
            }
        } catch {
            unlink(url.path)
            throw error
        }
    }

    private init(
        _ file: SessionFile,
        at url: URL,
        facts: [String: String],
        protection: ProtectionClass? = nil,
        syncs: Bool
    ) throws {
        self.file = file
        self.url = url
        connection = try SessionError.translating(path: url.path) {
            try Connection(writing: url.path, flags: ProtectionClass.sqliteFlags(of: protection))
        }
        chunks = ChunkWriter(in: connection)
        try SessionError.translating(path: url.path) {
            try Self.addTables(in: connection, facts: facts)
            try enterWAL()
            try connection.execute("PRAGMA synchronous = \(syncs ? "FULL" : "NORMAL")")
            // On Apple systems, fsync leaves data in the drive's cache.
            if syncs { try connection.execute("PRAGMA fullfsync = ON") }
        }
    }

    private static func addTables(in connection: Connection, facts: [String: String]) throws {
        // The schema is written to the file itself, so that its header is valid even if the process ends before the
        // first checkpoint of the write-ahead log.
        try connection.transaction { db in
            try db.execute("PRAGMA application_id = \(SessionFormat.applicationID)")
            try db.execute("PRAGMA user_version = \(SessionFormat.version)")
            try db.execute(SessionFormat.schema)
            for (key, value) in facts.sorted(by: { $0.key < $1.key }) {
                try db.execute("INSERT INTO session (key, value) VALUES (?, ?)", [key, value])
            }
        }
    }

    /// Enters WAL mode, for the transactions that follow.
    private func enterWAL() throws {
        try connection.execute("PRAGMA journal_mode = WAL")
        // SQLite creates the log and its index at the first access.
        try connection.execute("SELECT * FROM sqlite_schema LIMIT 1")
        file.noteLogs()
    }

    /// Writes the changes of `body` in one transaction: all of them, or none if it throws.
    ///
    /// - Throws: `SessionError`, or the error of `body`.
    package func write(_ body: (Transaction) throws -> Void) throws {
        let before = (actionsSinceSnapshot, patchBytesSinceSnapshot, snapshotBytes, orphans)
        let (hashSum, effectsEnd) = (actions.hashSum, effects.end)
        let savepoint = pruning.snapshots.savepoint
        do {
            try SessionError.translating(path: url.path) {
                try connection.transaction { db in
                    try body(Transaction(writer: self, db: db))
                    try actions.flush(in: db)
                    try effects.flush(in: db)
                    try changes.flush(in: db)
                }
            }
        } catch {
            (actionsSinceSnapshot, patchBytesSinceSnapshot, snapshotBytes, orphans) = before
            pruning.snapshots.rollBack(to: savepoint)
            chunks.forget()
            actions.rollBack(to: hashSum)
            effects.rollBack(to: effectsEnd)
            changes.forget()
            throw error
        }
    }

    /// Prunes the oldest actions if the session exceeds a limit: in one transaction, or not at all if it throws.
    ///
    /// `now` is the time of ``ageClock``, in microseconds, and `cursor` the seq of the current state if it is not the last
    /// one. ``Retention`` describes how closely the limits are kept.
    ///
    /// - Complexity: O(1) until a limit is exceeded; linear in the data written, in total.
    /// - Throws: `SessionError`.
    package func prune(keeping retention: Retention, now: Int64, cursor: Int? = nil) throws {
        prunedInterval = retention.snapshotInterval
        guard pruning.isDue(retention, now: now) else { return }
        var next = pruning
        let removed = try SessionError.translating(path: url.path) {
            try connection.transaction { try next.prune(retention, now: now, cursor: cursor, in: $0) }
        }
        pruning = next
        orphans = orphans.filter { $0 > next.snapshots.first }
        // The ids of deleted rows may be reused.
        if !removed.chunks.isEmpty { chunks.forget(removed.chunks) }
        if removed.types > 0 { actions.forgetTypes() }
        if removed.pointers > 0 { changes.forget() }
    }

    /// True if the session is still complete and at its path: another program may have moved, deleted or truncated it.
    package var isInPlace: Bool {
        file.isInPlace()
    }

    /// Closes a session that is no longer at its path, and leaves any file there alone. A moved session is complete at
    /// its new path, as far as it was written.
    package func abandon() {
        if file.isVacant {
            try? connection.transaction { try SessionFact.end(logEnd, effectsEnd, in: $0) }
            try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        // When it closes, SQLite would delete the write-ahead log by its name, which may now belong to another session.
        connection.keepLogAtClose()
        try? connection.close()
        // SQLite would take it for the log of the next file at this path.
        file.removeLogs()
    }

    /// Restores a deleted write-ahead log, whose contents would otherwise be lost with the process.
    ///
    /// Impossible while another connection of this process reads the session.
    package func restoreLog() {
        guard !file.hasLogs else { return }
        try? connection.withoutWaiting { db in
            try db.execute("PRAGMA journal_mode = DELETE")
            try enterWAL()
        }
    }

    /// Closes the session. With `isComplete`, it is marked as ended and becomes one plain file.
    ///
    /// Otherwise, or if this throws, the side files must stay, so that the next opening can complete the session.
    /// `endedAt` is the time of the end in microseconds since 1970, by default the current time.
    ///
    /// - Throws: `SessionError`.
    package func close(isComplete: Bool = true, endedAt: Int64? = nil) throws {
        // While the connection is open, no other process can complete the session.
        defer { try? connection.close() }
        guard isComplete else { return }
        try SessionError.translating(path: url.path) {
            try connection.transaction { db in
                try InitialState.ensure(in: db)
                try SessionFact.end(logEnd, effectsEnd, at: endedAt, in: db)
            }
            if pruning.snapshots.first > 0 { try? SessionPruning.finish(connection, from: pruning.snapshots.first) }
            try connection.finish()
        }
    }

    private var logEnd: LogEnd {
        LogEnd(last: pruning.snapshots.last, sum: actions.hashSum &- pruning.removedHashes)
    }

    private var effectsEnd: EffectsEnd {
        var end = effects.end
        end.remove(pruning.removedEffectHashes)
        return end
    }

    private func append(_ record: ActionRecord, state: Tree?, in db: Connection) throws {
        let patchBytes = try actions.insert(record, chunks: &chunks, in: db)
        if let patch = record.patch { try changes.insert(patch, seq: record.seq, in: db) }
        // After an undo, an action may be applied to a state that has since been pruned.
        let isOrphan = record.parent < pruning.snapshots.first || orphans.contains(record.parent)
        if isOrphan, state == nil { orphans.insert(record.seq) }
        pruning.snapshots.addAction(record.seq, at: ageClock?() ?? record.at)
        actionsSinceSnapshot += 1
        patchBytesSinceSnapshot += patchBytes
        guard let state else { return }
        if isOrphan || actionsSinceSnapshot >= prunedInterval ?? SessionFormat.snapshotInterval(bytes: snapshotBytes)
            || patchBytesSinceSnapshot > max(Self.minimumPatchBytes, snapshotBytes)
        {
            try storeSnapshot(of: state, seq: record.seq)
        }
    }

    private func storeSnapshot(of state: Tree, seq: Int) throws {
        try chunks.writeSnapshot(of: state, seq: seq)
        pruning.snapshots.addSnapshot(seq)
        actionsSinceSnapshot = 0
        patchBytesSinceSnapshot = 0
        snapshotBytes = chunks.length(of: state)
    }
}
