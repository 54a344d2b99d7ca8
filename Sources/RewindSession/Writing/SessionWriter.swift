import Foundation
import RewindTree

/// Writes a new session file. Used from one thread at a time.
package final class SessionWriter {
    /// What one transaction may add.
    package struct Transaction {
        fileprivate let writer: SessionWriter
        fileprivate let db: Connection

        /// Stores the initial state, seq 0.
        package func setInitialState(_ state: Tree) throws {
            try writer.storeSnapshot(of: state, seq: 0)
        }

        /// Stores the first state of a session whose actions up to `seq` are left out, before any action is added.
        package func begin(at seq: Int, state: Tree) throws {
            try writer.storeSnapshot(of: state, seq: seq)
            guard seq > 0 else { return }
            try SessionFact.begin(at: seq, in: db)
            writer.pruning.snapshots.begin(at: seq)
            writer.pruning.snapshots.addAction(seq, at: nil)
        }

        /// Puts the cursor on `seq` and its tip, where redo leads to, on `tip`.
        package func setCursor(_ seq: Int, tip: Int) throws {
            try SessionCursor.set(seq, tip: tip, in: db)
        }

        /// Puts the cursor and its tip on the last action, whichever that is.
        package func clearCursor() throws {
            try SessionCursor.clear(in: db)
        }

        /// Notes that from action `seq` on, which action did what is not certain, as threads overlapped.
        package func noteOverlap(at seq: Int) throws {
            try SessionFact.set(SessionFact.overlapKey, to: String(seq), in: db)
        }

        /// Marks a point in time.
        package func mark(_ bookmark: Bookmark) throws {
            try db.execute(
                "INSERT INTO bookmark (name, seq, note, at) VALUES (?, ?, ?, ?)",
                [bookmark.name, bookmark.seq, bookmark.note, bookmark.at]
            )
        }

        /// Adds an action; `state` is what it led to, nil when that is not known.
        package func append(_ record: ActionRecord, state: Tree?) throws {
            try writer.append(record, state: state, in: db)
        }
    }

    private let url: URL
    private var file: SessionFile
    private let connection: Connection
    private var chunks: ChunkWriter
    private var actions = ActionTable()
    private var changes = ChangeTable()
    private var actionsSinceSnapshot = 0
    private var patchBytesSinceSnapshot = 0
    private var snapshotBytes = 0
    /// The longest run of actions between two snapshots where actions are pruned, which is kept whatever it costs.
    private var prunedInterval: Int?
    private var pruning = SessionPruning()
    /// The actions with unknown effects whose parents were pruned: no state leads to theirs.
    private var adrift: Set<Int> = []

    /// The least weight of patches that calls for a snapshot, in bytes: for states so small that every patch outweighs
    /// them.
    private static let leastPatchBytes = 16_384

    /// Creates the file at `url`, readable by its owner only; with `syncs`, each transaction waits for the disk.
    ///
    /// - Throws: `SessionError`, `.alreadyExists` among them: a session is never overwritten.
    package init(
        creating url: URL,
        facts: [String: String],
        syncs: Bool,
        protection: ProtectionClass? = nil
    ) throws {
        file = try SessionFile(creating: url.path, protection: protection)
        self.url = url
        do {
            // Where a recording goes on whose file was taken away, SQLite's own files are still those of that one.
            if case .live = try SessionRecovery.leftover(for: url) { throw SessionError.beingRecorded(path: url.path) }
            connection = try SessionError.translating(path: url.path) {
                let connection = try Connection(writing: url.path, flags: ProtectionClass.sqliteFlags(of: protection))
                try Self.prepare(connection, facts: facts, syncs: syncs)
                return connection
            }
            chunks = ChunkWriter(in: connection)
        } catch {
            unlink(url.path)
            throw error
        }
        file.noteLogs()
    }

    private static func prepare(_ connection: Connection, facts: [String: String], syncs: Bool) throws {
        // The schema goes into the file itself, so that its header says what it is even if the process ends before the
        // first checkpoint of the write-ahead log.
        try connection.transaction { db in
            try db.execute("PRAGMA application_id = \(SessionFormat.applicationID)")
            try db.execute("PRAGMA user_version = \(SessionFormat.version)")
            try db.execute(SessionFormat.schema)
            for (key, value) in facts.sorted(by: { $0.key < $1.key }) {
                try db.execute("INSERT INTO session (key, value) VALUES (?, ?)", [key, value])
            }
        }
        try enterWAL(in: connection)
        try connection.execute("PRAGMA synchronous = \(syncs ? "FULL" : "NORMAL")")
        // Apple's fsync leaves what was written in the drive's cache.
        if syncs { try connection.execute("PRAGMA fullfsync = ON") }
    }

    private static func enterWAL(in db: Connection) throws {
        try db.execute("PRAGMA journal_mode = WAL")
        // The log and its index are made when they are first looked at.
        try db.execute("SELECT * FROM sqlite_schema LIMIT 1")
    }

    /// Writes what `body` adds in one transaction: all of it, or nothing when it throws.
    ///
    /// - Throws: `SessionError`, or what `body` throws.
    package func write(_ body: (Transaction) throws -> Void) throws {
        let before = (actionsSinceSnapshot, patchBytesSinceSnapshot, snapshotBytes, adrift)
        let hashSum = actions.hashSum
        let savepoint = pruning.snapshots.savepoint
        do {
            try SessionError.translating(path: url.path) {
                try connection.transaction { db in
                    try body(Transaction(writer: self, db: db))
                    try actions.flush(in: db)
                    try changes.flush(in: db)
                }
            }
        } catch {
            (actionsSinceSnapshot, patchBytesSinceSnapshot, snapshotBytes, adrift) = before
            pruning.snapshots.rollBack(to: savepoint)
            chunks.forget()
            actions.rollBack(to: hashSum)
            changes.forget()
            throw error
        }
    }

    /// Prunes the oldest actions when the session passes a limit: all of it, or nothing when it throws.
    ///
    /// `now` is the time in microseconds since 1970, and `cursor` the seq of the state that the store is at, where that
    /// is not the last. ``Retention`` says how closely the limits are kept.
    ///
    /// - Complexity: O(1) until a limit is passed; in all, linear in what was written.
    /// - Throws: `SessionError`.
    package func prune(keeping retention: Retention, now: Int64, cursor: Int? = nil) throws {
        prunedInterval = retention.snapshotInterval
        guard pruning.isDue(retention, now: now) else { return }
        var next = pruning
        let removed = try SessionError.translating(path: url.path) {
            try connection.transaction { try next.prune(retention, now: now, cursor: cursor, in: $0) }
        }
        pruning = next
        adrift = adrift.filter { $0 > next.snapshots.first }
        // Numbers of rows that are gone may be given to others.
        if !removed.chunks.isEmpty { chunks.forget(removed.chunks) }
        if removed.types > 0 { actions.forgetTypes() }
        if removed.pointers > 0 { changes.forget() }
    }

    /// Whether the session is still where it was made, and whole: somebody may have moved, deleted or cut it.
    package var isInPlace: Bool {
        file.isInPlace()
    }

    /// Lets go of a session that is no longer at its path, and leaves what is there now. One that was moved is whole
    /// at its new path, as far as it was written.
    package func abandon() {
        actions.finish()
        changes.finish()
        if file.isVacant {
            try? connection.transaction { try SessionFact.end(logEnd, in: $0) }
            try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        // At its close SQLite would delete the write-ahead log by its name, which may be another's by now.
        connection.keepLogAtClose()
        try? connection.close()
        // SQLite would take it for the log of whatever file comes there.
        file.removeLogs()
    }

    /// Makes the write-ahead log anew where somebody has deleted it: what is in it would be lost with the process.
    ///
    /// While another connection of this process reads the session, that is not possible.
    package func restoreLog() {
        guard !file.hasLogs else { return }
        try? connection.withoutWaiting { db in
            try db.execute("PRAGMA journal_mode = DELETE")
            try Self.enterWAL(in: db)
            file.noteLogs()
        }
    }

    /// Lets go of the session. One that `isComplete` is marked as ended and made one plain file.
    ///
    /// Else the side files must stay, so that the next opening does what is left to do; and so when this throws.
    /// `endedAt` is when it ended, in microseconds since 1970: now, where that is not given.
    ///
    /// - Throws: `SessionError`.
    package func close(isComplete: Bool = true, endedAt: Int64? = nil) throws {
        actions.finish()
        changes.finish()
        // While it is open, nobody else can finish the session.
        defer { try? connection.close() }
        guard isComplete else { return }
        try SessionError.translating(path: url.path) {
            try connection.transaction { db in
                try InitialState.ensure(in: db)
                try SessionFact.end(logEnd, at: endedAt, in: db)
            }
            if pruning.snapshots.first > 0 { try? SessionPruning.finish(connection, from: pruning.snapshots.first) }
            try connection.finish()
        }
    }

    private var logEnd: LogEnd {
        LogEnd(last: pruning.snapshots.last, sum: actions.hashSum &- pruning.removedHashes)
    }

    private func append(_ record: ActionRecord, state: Tree?, in db: Connection) throws {
        let patchBytes = try actions.insert(record, chunks: &chunks, in: db)
        if let patch = record.patch { try changes.insert(patch, seq: record.seq, in: db) }
        // With undo, an action can be applied to a state that is being pruned meanwhile.
        let isAdrift = record.parent < pruning.snapshots.first || adrift.contains(record.parent)
        if isAdrift, state == nil { adrift.insert(record.seq) }
        pruning.snapshots.addAction(record.seq, at: record.at)
        actionsSinceSnapshot += 1
        patchBytesSinceSnapshot += patchBytes
        guard let state else { return }
        if isAdrift || actionsSinceSnapshot >= prunedInterval ?? SessionFormat.snapshotInterval(bytes: snapshotBytes)
            || patchBytesSinceSnapshot > max(Self.leastPatchBytes, snapshotBytes)
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
