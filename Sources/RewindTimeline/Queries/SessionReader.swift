import Foundation
import RewindSession
import RewindTree

/// Reads a session file: rows and stored values. Sees the session as it was when it was opened, also while another
/// process records into it. Used from one thread at a time.
package final class SessionReader {
    /// Where the session is.
    package let url: URL
    /// The path of `url`, which takes longer to find than a row to read.
    package let path: String
    /// Whether its recorder is at work.
    package private(set) var isLive: Bool
    /// Whether the recording was not closed, and its end could not be added: the side files that tell it are gone, as when
    /// the file was copied without those beside it, or nothing can be written there.
    package private(set) var isUnfinished = false
    /// How many actions only the side files have, which could not be added; nil where the side files are gone.
    package private(set) var actionsBeside: Int?
    /// Why the end of the recording could not be added, where that was tried.
    package private(set) var unfinishedReason: SessionError?
    /// Whether this connection sees effects that are not in the file: see `show(recovered:)`.
    package internal(set) var showsRecovered = false
    let connection: Connection
    let chunks: ChunkReader

    /// Opens the session at `url`. One that its recorder did not close is finished first.
    ///
    /// - Throws: `SessionError` saying why the file is not a readable session; the file is then unchanged.
    package init(opening url: URL) throws {
        self.url = url
        let path = url.path
        self.path = path
        chunks = ChunkReader(path: path)
        isLive = false
        switch try SessionRecovery.leftover(for: url) {
        case .live:
            // The file is not opened here but by SQLite alone: closing it would give up the locks that a recorder in
            // this process has on it.
            isLive = true
        case .none:
            try SessionProbe.check(url)
            SessionRecovery.finishLate(url)
            // Where its making was taken back, nothing is left of it.
            try SessionProbe.check(url)
        case .abandoned(let lock):
            try SessionProbe.check(url)
            unfinishedReason = try withExtendedLifetime(lock) { try SessionRecovery.foldIfPossible(url) }
        }
        connection = try SessionError.translating(path: path) { try Self.connection(to: path) }
        isUnfinished = try !isLive && facts()[SessionFact.endedKey] == nil
        // A recorder may have begun behind that first look.
        if isUnfinished, case .live = try SessionRecovery.leftover(for: url) { (isLive, isUnfinished) = (true, false) }
        if isUnfinished, FileManager.default.fileExists(atPath: CrashLog.paths(for: url)[0]) {
            actionsBeside = SessionRecovery.missing(for: url, after: try lastSeq()).count
        }
    }

    private init(besides other: SessionReader) throws {
        (url, path, isLive) = (other.url, other.path, other.isLive)
        chunks = ChunkReader(path: path)
        connection = try Self.connection(to: path)
        // It goes through the log once: what is behind it is not read again.
        try connection.execute("PRAGMA cache_size = -512")
    }

    /// Another reader of the same session, for another thread; nil where it would not be sure to see the same.
    func twin() -> SessionReader? {
        // While this one reads, nobody can write to the file of a closed session; but another may be put in its place.
        guard !isLive, !isUnfinished, !showsRecovered, let twin = try? SessionReader(besides: self) else { return nil }
        return connection.isWhereItWas ? twin : nil
    }

    private static func connection(to path: String) throws -> Connection {
        let connection = try Connection(reading: path)
        // What is read is read in one transaction, which goes on until the end.
        try connection.execute("BEGIN DEFERRED")
        try SessionProbe.checkSchema(connection, path: path)
        return connection
    }

    /// The error that says what is wrong inside this session.
    package func damaged(_ damage: SessionError.Damage) -> SessionError {
        .damaged(path: path, damage)
    }

    /// Lets go of the file.
    package func close() {
        connection.rollBack()
        try? connection.close()
    }

    /// The seq of the first state: 0, or up to where the session was pruned.
    package func firstSeq() throws -> Int {
        try read { try SessionFact.firstSeq(in: $0, path: path) ?? 0 }
    }

    /// The number of the last action, or of the first state when there is none. Numbers have no holes, so one that is too
    /// large for the size of the file is damaged, and is left out.
    package func lastSeq() throws -> Int {
        let first = try firstSeq()
        return try read { db in
            let pages = try db.fetchOne(Int.self, "PRAGMA page_count") ?? 0
            let bytes = try db.fetchOne(Int.self, "PRAGMA page_size") ?? 0
            let largest = first + pages * bytes / SessionFormat.leastActionBytes
            let last = try db.fetchOne(Int.self, "SELECT max(seq) FROM action WHERE seq <= ?", [largest])
            return max(first, last ?? first)
        }
    }

    /// The last action of a type that `glob` matches, nil when there is none.
    ///
    /// - Complexity: linear in the actions behind it.
    func lastSeq(ofType glob: String) throws -> Int? {
        let sql = """
            SELECT seq FROM action WHERE type IN (SELECT id FROM action_type WHERE name GLOB ?)
            ORDER BY seq DESC LIMIT 1
            """
        return try read { try $0.fetchOne(Int.self, sql, [glob]) }
    }

    /// The number of the first action from `seq` on, nil when there is none.
    func firstAction(from seq: Int) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT min(seq) FROM action WHERE seq >= ?", [seq]) }
    }

    /// The length of the longest name of a type, in characters.
    package func longestTypeName() throws -> Int {
        try read { try $0.fetchOne(Int.self, "SELECT max(length(name)) FROM action_type") ?? 0 }
    }

    /// The names of the types of actions, in order.
    package func typeNames() throws -> [String] {
        try read { try $0.fetchAll(String.self, "SELECT DISTINCT name FROM action_type ORDER BY name") }
    }

    /// The names of the types of actions, by the numbers that the log has for them.
    func typeNamesByID() throws -> [Int64: String] {
        try read { db in
            let pairs = try db.fetchAll("SELECT id, name FROM action_type") { row -> (Int64, String)? in
                guard let id: Int64 = row.value(0), let name: String = row.value(1) else { return nil }
                return (id, name)
            }
            return Dictionary(pairs.compactMap(\.self)) { $1 }
        }
    }

    /// Calls `body` with the name of each type, and with each pointer that a patch names.
    ///
    /// - Complexity: linear in their number.
    package func forEachName(_ body: (String) -> Void) throws {
        try read { db in
            let rows = try db.rows("SELECT name FROM action_type UNION ALL SELECT text FROM pointer")
            while let row = try rows.next() { body(row.value(0) ?? "") }
        }
    }

    /// The facts about the recording, by key.
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

    /// The seq of a bookmark, nil when no bookmark has that name.
    package func bookmark(_ name: String) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT seq FROM bookmark WHERE name = ?", [name]) }
    }

    /// The bookmarks, earliest seq first.
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

    /// The actions that were applied to the state of `seq`, oldest first.
    package func children(of seq: Int) throws -> [Int] {
        let sql = """
            SELECT seq FROM action WHERE seq = ?1 + 1 AND parent = ?1
            UNION ALL
            SELECT seq FROM main.action WHERE parent <> seq - 1 AND parent = ?1
            ORDER BY seq
            """
        return try read { try $0.fetchAll(Int.self, sql, [seq]) }
    }

    /// Returns the chunk with the state that is stored whole for `seq`; nil when none is.
    package func snapshotChunk(_ seq: Int) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT chunk FROM snapshot WHERE seq = ?", [seq]) }
    }

    /// The state that is stored whole for `seq`, nil when none is.
    package func snapshot(_ seq: Int) throws -> Tree? {
        try snapshotChunk(seq).map(tree(ofChunk:))
    }

    /// About how many bytes the text of the state has that is stored whole for `seq`; nil when none is.
    package func snapshotLength(_ seq: Int) throws -> Int? {
        try snapshotChunk(seq).map(length(ofChunk:))
    }

    /// The digest of the state that is stored whole for `seq`; nil when none is.
    package func snapshotHash(_ seq: Int) throws -> Data? {
        try read { try $0.fetchOne("SELECT hash FROM snapshot WHERE seq = ?", [seq]) { $0.value(0) } ?? nil }
    }

    /// The seqs from `first` on for which a state is stored whole, in order.
    package func snapshots(from first: Int = .min) throws -> [Int] {
        try read { try $0.fetchAll(Int.self, "SELECT seq FROM snapshot WHERE seq >= ? ORDER BY seq", [first]) }
    }

    /// The last seq in `seqs` for which a state is stored whole, nil when there is none.
    package func lastSnapshot(in seqs: ClosedRange<Int>) throws -> Int? {
        let sql = "SELECT seq FROM snapshot WHERE seq BETWEEN ? AND ? ORDER BY seq DESC LIMIT 1"
        return try read { try $0.fetchOne(Int.self, sql, [seqs.lowerBound, seqs.upperBound]) }
    }

    /// Runs `body`, which may itself read: the session is used from one thread at a time.
    package func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try SessionError.translating(path: path) { try body(connection) }
    }

    /// Returns the value in chunk `id`.
    package func tree(ofChunk id: Int) throws -> Tree {
        try read { try chunks.tree(ofChunk: id, in: $0) }
    }

    /// About how many bytes the text of the value in chunk `id` has.
    package func length(ofChunk id: Int) throws -> Int {
        try read { try chunks.length(ofChunk: id, in: $0) }
    }

    /// The text of the value in chunk `id`.
    func body(ofChunk id: Int) throws -> String {
        try read { try chunks.body(ofChunk: id, in: $0) }
    }

    /// The digest of the value in chunk `id`, in any session; nil when there is no such chunk.
    package func hash(ofChunk id: Int) throws -> Data? {
        try read { try $0.fetchOne("SELECT hash FROM chunk WHERE id = ?", [id]) { $0.value(0) } ?? nil }
    }
}
