import CRewindSQLite
import Foundation
import RewindSession
import RewindTree

/// Reads the rows and stored values of a session file. Sees the session as it was when opened, even while another
/// process records into it. Used from one thread at a time.
package final class SessionReader {
    package let url: URL
    /// The path of `url`, cached because computing it takes longer than reading a row.
    package let path: String
    /// True while a recorder is writing to the session.
    package private(set) var isLive: Bool
    /// True if the recording was not closed and its end could not be added, because its side files are missing, as
    /// after copying only the main file, or because the folder is not writable.
    package private(set) var isUnfinished = false
    /// The number of actions that exist only in the side files and could not be added; nil if the side files are
    /// missing.
    package private(set) var actionsBeside: Int?
    /// The reason why the end of the recording could not be added; nil if that was not tried.
    package private(set) var unfinishedReason: SessionError?
    /// True if this connection sees effects that are not in the file. See `show(recovered:)`.
    package internal(set) var showsRecovered = false
    let connection: Connection
    let chunks: ChunkReader
    var payloads = ParsedTexts<Tree>()
    var patches = ParsedTexts<[Patch.Operation]>()
    /// SQLite's counter of the changes that others made, as of `pause()`; nil while this reader is not paused.
    private var pausedVersion: Int?

    /// Opens the session at `url`, and finishes it first if its recorder did not close it.
    ///
    /// - Throws: `SessionError` if the file is not a readable session; the file is then unchanged.
    package init(opening url: URL) throws {
        self.url = url
        let path = url.path
        self.path = path
        chunks = ChunkReader(path: path)
        isLive = false
        switch try SessionRecovery.leftover(for: url) {
        case .live:
            // Only SQLite may open the file: closing another descriptor would release the locks of a recorder in this
            // process.
            isLive = true
        case .unknown: unfinishedReason = .noLocks(path: path)
        case .none:
            try SessionProbe.check(url)
            switch try SessionRecovery.leftover(for: url) {
            case .live:
                // The recorder created the session only now.
                isLive = true
            case .unknown: unfinishedReason = .noLocks(path: path)
            case .none:
                SessionRecovery.finishLate(url)
                // Finishing removes a session whose creation was rolled back.
                try SessionProbe.check(url)
            case .abandoned: break
            }
        case .abandoned(let lock):
            try SessionProbe.check(url)
            unfinishedReason = try withExtendedLifetime(lock) { try SessionRecovery.foldIfPossible(url) }
        }
        connection = try SessionError.translating(path: path) { [isLive, unfinishedReason] in
            // SQLite would create an empty log in place of the missing one.
            if case .partMissing = unfinishedReason { return try Self.begun(Connection(readingAlone: path), path) }
            return try Self.connection(to: path, isLive: isLive)
        }
        isUnfinished = try !isLive && facts()[SessionFact.endedKey] == nil
        // A recorder may have started after the first check.
        if isUnfinished, case .live = try SessionRecovery.leftover(for: url) { (isLive, isUnfinished) = (true, false) }
        if isUnfinished, FileManager.default.fileExists(atPath: CrashLog.paths(for: url)[0]) {
            actionsBeside = SessionRecovery.missing(for: url, after: try lastSeq()).count
        }
    }

    private init(besides other: SessionReader) throws {
        url = other.url
        path = other.path
        isLive = other.isLive
        chunks = ChunkReader(path: path)
        connection = try Self.connection(to: path)
        // Parallel readers scan the log once and never read a page again.
        try connection.execute("PRAGMA cache_size = -512")
    }

    /// Returns another reader of the same session, for use on another thread; nil if it might see a different state of
    /// the session.
    func makeParallelReader() -> SessionReader? {
        // While this one reads, nobody can write to the file of a closed session, but the file may be replaced.
        guard !isLive, !isUnfinished, !showsRecovered, let reader = try? SessionReader(besides: self) else {
            return nil
        }
        return connection.isWhereItWas ? reader : nil
    }

    /// Opens the file and a transaction for all reads, which ends with the reader. If a live session is being created,
    /// first waits until it is in WAL mode, or for a second: its recorder cannot enter that mode during the transaction.
    private static func connection(to path: String, isLive: Bool = false) throws -> Connection {
        do {
            return try reading(path, isLive: isLive)
        } catch let error as SQLiteError
            where [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.code) && !isLive
            && !FileManager.default.fileExists(atPath: path + "-wal")
        {
            // SQLite cannot create an empty log in a folder that cannot be written.
            return try begun(Connection(readingAlone: path), path)
        }
    }

    private static func reading(_ path: String, isLive: Bool) throws -> Connection {
        var connection = try Connection(reading: path)
        var patience = isLive ? 1_000 : 0
        while patience > 0, try isBeingCreated(path, in: connection) {
            usleep(1_000)
            connection = try Connection(reading: path)
            patience -= 1
        }
        return try begun(connection, path)
    }

    private static func begun(_ connection: Connection, _ path: String) throws -> Connection {
        try connection.execute("BEGIN DEFERRED")
        try SessionProbe.checkSchema(connection, path: path)
        try SessionUpgrade.show(in: connection)
        return connection
    }

    private static func isBeingCreated(_ path: String, in connection: Connection) throws -> Bool {
        try connection.fetchOne(String.self, "PRAGMA journal_mode") != "wal"
            && (try? SessionFact.isEnded(in: connection)) != true
            && SessionRecovery.isRecorderAtWork(on: URL(fileURLWithPath: path)) == true
    }

    /// Returns an error for damage in this session.
    package func damaged(_ damage: SessionError.Damage) -> SessionError {
        .damaged(path: path, damage)
    }

    /// Closes the file.
    package func close() {
        connection.rollBack()
        try? connection.close()
    }

    /// Releases the lock on the file of a closed session, so that others can write to it until `resume()`.
    package func pause() {
        guard !isLive, pausedVersion == nil, let version = dataVersion,
            (try? connection.execute("COMMIT")) != nil
        else { return }
        pausedVersion = version
    }

    /// Locks the file again after `pause()`. Returns false if it has changed since; it must then be opened again.
    package func resume() -> Bool {
        guard let pausedVersion else { return true }
        self.pausedVersion = nil
        return connection.isWhereItWas && (try? connection.execute("BEGIN DEFERRED")) != nil
            && dataVersion == pausedVersion
    }

    private var dataVersion: Int? {
        try? connection.fetchOne(Int.self, "PRAGMA data_version") ?? nil
    }

    /// Returns the seq of the first state: 0, or the seq through which the session was pruned.
    package func firstSeq() throws -> Int {
        try read { try SessionFact.firstSeq(in: $0, path: path) ?? 0 }
    }

    /// Returns the seq of the last action; that of the first state if there are no actions. Seqs have no gaps, so one
    /// that is too large for the size of the file is damage, and is ignored.
    package func lastSeq() throws -> Int {
        let first = try firstSeq()
        return try read { db in
            let pages = try db.fetchOne(Int.self, "PRAGMA page_count") ?? 0
            let bytes = try db.fetchOne(Int.self, "PRAGMA page_size") ?? 0
            let largest = first + pages * bytes / SessionFormat.minimumActionBytes
            let last = try db.fetchOne(Int.self, "SELECT max(seq) FROM action WHERE seq <= ?", [largest])
            return max(first, last ?? first)
        }
    }

    /// Returns the last action whose type matches `glob`; nil if none exists.
    ///
    /// - Complexity: Linear in the actions after it.
    func lastSeq(ofType glob: String) throws -> Int? {
        let sql = """
            SELECT seq FROM action WHERE type IN (SELECT id FROM action_type WHERE name GLOB ?)
            ORDER BY seq DESC LIMIT 1
            """
        return try read { try $0.fetchOne(Int.self, sql, [glob]) }
    }

    /// Returns the first action from `seq` on; nil if none exists.
    func firstAction(from seq: Int) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT min(seq) FROM action WHERE seq >= ?", [seq]) }
    }

    /// Returns the length of the longest type name, in characters.
    package func longestTypeName() throws -> Int {
        try read { try $0.fetchOne(Int.self, "SELECT max(length(name)) FROM action_type") ?? 0 }
    }

    /// Returns the names of the action types, sorted.
    package func typeNames() throws -> [String] {
        try read { try $0.fetchAll(String.self, "SELECT DISTINCT name FROM action_type ORDER BY name") }
    }

    /// Returns the names of the action types by id.
    func typeNamesByID() throws -> [Int64: String] {
        try read { db in
            let pairs = try db.fetchAll("SELECT id, name FROM action_type") { row -> (Int64, String)? in
                guard let id: Int64 = row.value(0), let name: String = row.value(1) else { return nil }
                return (id, name)
            }
            return Dictionary(pairs.compactMap(\.self)) { $1 }
        }
    }

    /// Calls `body` with the name of each type, and with the text of each pointer in the index.
    ///
    /// - Complexity: Linear in their number.
    package func forEachName(_ body: (String) -> Void) throws {
        try read { db in
            let rows = try db.rows("SELECT name FROM action_type UNION ALL SELECT text FROM pointer")
            while let row = try rows.next() { body(row.value(0) ?? "") }
        }
    }

    /// Returns the facts about the recording, by key.
    package func facts() throws -> [String: String] {
        try read { db in
            let facts = try db.fetchAll("SELECT key, value FROM session") { row in
                guard let key: String = row.value(0), let value: String = row.value(1) else {
                    throw damaged(.malformed(table: "session", column: "value", row: 0))
                }
                return (key, value)
            }
            return Dictionary(facts, uniquingKeysWith: { $1 })
        }
    }

    /// Returns true if a secret was masked in an action, an error, an effect or a state.
    ///
    /// - Complexity: Linear in the size of the session, at most.
    package func containsMasks() throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM action WHERE instr(payload, ?1) OR instr(patch, ?1) OR instr(error, ?1))
                OR EXISTS (SELECT 1 FROM effect WHERE instr(input, ?1) OR instr(name, ?1))
                OR EXISTS (SELECT 1 FROM outcome WHERE instr(value, ?1))
                OR EXISTS (SELECT 1 FROM chunk WHERE instr(body, ?1))
            """
        return try read { try $0.fetchOne(Int.self, sql, [Masks.start]) == 1 }
    }

    /// Returns the seq of a bookmark; nil if there is no bookmark with this name.
    package func bookmark(_ name: String) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT seq FROM bookmark WHERE name = ?", [name]) }
    }

    /// Returns the bookmarks, sorted by seq.
    ///
    /// - Throws: `SessionError`.
    package func bookmarks() throws -> [Bookmark] {
        try read { db in
            try db.fetchAll("SELECT name, seq, note, at FROM bookmark ORDER BY seq, name") { row in
                guard let name: String = row.value(0), let seq: Int = row.value(1), let at: Int64 = row.value(3) else {
                    throw SessionError.damaged(path: url.path, .malformed(table: "bookmark", column: "seq", row: 0))
                }
                return Bookmark(name: name, seq: seq, note: row.value(2), at: at)
            }
        }
    }

    /// Returns the bookmarks but for those that cannot be read, which are no reason to lose the rest.
    ///
    /// - Throws: `SessionError`.
    package func readableBookmarks() throws -> [Bookmark] {
        try read { db in
            try db.fetchAll("SELECT name, seq, note, at FROM bookmark") { row -> Bookmark? in
                guard let name: String = row.value(0), let seq: Int = row.value(1) else { return nil }
                return Bookmark(name: name, seq: seq, note: row.value(2), at: row.value(3) ?? 0)
            }.compactMap(\.self)
        }
    }

    /// Returns the actions that were applied to the state at `seq`, oldest first.
    package func children(of seq: Int) throws -> [Int] {
        let sql = """
            SELECT seq FROM action WHERE seq = ?1 + 1 AND parent = ?1
            UNION ALL
            SELECT seq FROM main.action WHERE parent <> seq - 1 AND parent = ?1
            ORDER BY seq
            """
        return try read { try $0.fetchAll(Int.self, sql, [seq]) }
    }

    /// Returns the chunk id of the snapshot at `seq`; nil if none exists.
    package func snapshotChunk(_ seq: Int) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT chunk FROM snapshot WHERE seq = ?", [seq]) }
    }

    /// Returns the snapshot at `seq`; nil if none exists.
    package func snapshot(_ seq: Int) throws -> Tree? {
        try snapshotChunk(seq).map(tree(ofChunk:))
    }

    /// Returns the approximate length of the text of the snapshot at `seq`, in bytes; nil if none exists.
    package func snapshotLength(_ seq: Int) throws -> Int? {
        try snapshotChunk(seq).map(length(ofChunk:))
    }

    /// Returns the digest of the snapshot at `seq`; nil if none exists.
    package func snapshotHash(_ seq: Int) throws -> Data? {
        try read { try $0.fetchOne("SELECT hash FROM snapshot WHERE seq = ?", [seq]) { $0.value(0) } ?? nil }
    }

    /// Returns the seqs of the snapshots from `first` on, in order.
    package func snapshots(from first: Int = .min) throws -> [Int] {
        try read { try $0.fetchAll(Int.self, "SELECT seq FROM snapshot WHERE seq >= ? ORDER BY seq", [first]) }
    }

    /// Returns the last seq in `seqs` with a snapshot; nil if none exists.
    package func lastSnapshot(in seqs: ClosedRange<Int>) throws -> Int? {
        let sql = "SELECT seq FROM snapshot WHERE seq BETWEEN ? AND ? ORDER BY seq DESC LIMIT 1"
        return try read { try $0.fetchOne(Int.self, sql, [seqs.lowerBound, seqs.upperBound]) }
    }

    /// Calls `body` with the connection, and converts SQLite's errors. Calls may be nested.
    package func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try SessionError.translating(path: path) { try body(connection) }
    }

    /// Returns the value in chunk `id`.
    package func tree(ofChunk id: Int) throws -> Tree {
        try read { try chunks.tree(ofChunk: id, in: $0) }
    }

    /// Returns the approximate length of the text of the value in chunk `id`, in bytes.
    package func length(ofChunk id: Int) throws -> Int {
        try read { try chunks.length(ofChunk: id, in: $0) }
    }

    /// Returns the text of the value in chunk `id`.
    package func body(ofChunk id: Int) throws -> String {
        try read { try chunks.body(ofChunk: id, in: $0) }
    }

    /// Returns the digest of the value in chunk `id`, which is the same in any session; nil if there is no such chunk.
    package func hash(ofChunk id: Int) throws -> Data? {
        try read { try $0.fetchOne("SELECT hash FROM chunk WHERE id = ?", [id]) { $0.value(0) } ?? nil }
    }
}
