import Foundation
import RewindTree

/// Reads a session file: rows and stored values. Sees the session as it was when it was opened, also while another
/// process records into it. Used from one thread at a time.
package final class SessionReader {
    /// Where the session is.
    package let url: URL
    /// The path of `url`, which takes longer to find than a row to read.
    let path: String
    /// Whether its recorder is at work.
    package let isLive: Bool
    /// Whether the recording was not closed, and its end could not be added: the side files that tell it are gone, as when
    /// the file was copied without those beside it, or nothing can be written there.
    package private(set) var isUnfinished = false
    /// How many actions only the side files have, which could not be added; nil where the side files are gone.
    package private(set) var actionsBeside: Int?
    /// Why the end of the recording could not be added, where that was tried.
    package private(set) var unfinishedReason: SessionError?
    /// How the session keeps its log.
    package let form: SessionForm
    /// Whether this connection sees effects that are not in the file: see `show(recovered:)`.
    var showsRecovered = false
    let connection: Connection
    private let chunks: ChunkReader

    /// Opens the session at `url`. One that its recorder did not close is finished first.
    ///
    /// - Throws: `SessionError` saying why the file is not a readable session; the file is then unchanged.
    package init(opening url: URL) throws {
        self.url = url
        let path = url.path
        self.path = path
        chunks = ChunkReader(path: path)
        switch try SessionRecovery.leftover(for: url) {
        case .live:
            // The file is not opened here but by SQLite alone: closing it would give up the locks that a recorder in
            // this process has on it.
            isLive = true
        case .none:
            isLive = false
            try SessionProbe.check(url)
            SessionRecovery.finishLate(url)
            // Where its making was taken back, nothing is left of it.
            try SessionProbe.check(url)
        case .abandoned(let lock):
            isLive = false
            try SessionProbe.check(url)
            unfinishedReason = try withExtendedLifetime(lock) { try SessionRecovery.foldIfPossible(url) }
        }
        (connection, form) = try SessionError.translating(path: path) {
            let connection = try Connection(reading: path)
            // What is read is read in one transaction, which goes on until the end.
            try connection.execute("BEGIN DEFERRED")
            let form = try SessionProbe.checkSchema(connection, path: path)
            if form == .packed { try PackedForm.createView(in: connection, path: path) }
            return (connection, form)
        }
        isUnfinished = try !isLive && facts()[SessionFact.endedKey] == nil
        if isUnfinished, FileManager.default.fileExists(atPath: CrashLog.paths(for: url)[0]) {
            actionsBeside = SessionRecovery.missing(for: url, after: try lastSeq()).count
        }
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

    /// The number of the last action, that of the first state when there is none. One that no session comes to is none.
    package func lastSeq() throws -> Int {
        let first = try firstSeq()
        let last = try read { db in
            try db.fetchOne(
                Int.self,
                "SELECT max(seq) FROM action WHERE seq <= ?",
                [SessionFormat.largestSeq]
            )
        }
        return max(first, last ?? first)
    }

    /// The length of the longest name of a type, in characters.
    package func longestTypeName() throws -> Int {
        try read { try $0.fetchOne(Int.self, "SELECT max(length(name)) FROM action_type") ?? 0 }
    }

    /// Calls `body` with the name of each type, and with each pointer that a patch names.
    ///
    /// - Complexity: linear in their number.
    func forEachName(_ body: (String) -> Void) throws {
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

    /// The action with number `seq`, nil when there is none.
    package func action(_ seq: Int) throws -> ActionRecord? {
        try read { db in
            try db.fetchOne(Self.selectionOfOne, [seq]) { try record($0, in: db) }
        }
    }

    /// The parent and the patch of action `seq`, the patch being nil when the effect is not known.
    ///
    /// - Throws: `SessionError.damaged` when there is no such action.
    package func step(_ seq: Int) throws -> (parent: Int, patch: Patch?) {
        try read { db in
            let step = try db.fetchOne("SELECT parent, patch FROM action WHERE seq = ?", [seq]) { row in
                (
                    try row.decoded(0, "parent", seq, path) as Int,
                    try patch(row.decodedIfPresent(1, "patch", seq, path), seq: seq, in: db)
                )
            }
            guard let step else { throw damaged(.actionMissing(seq: seq)) }
            return step
        }
    }

    /// Calls `body` with the actions of `filter` in its order, until it gives false.
    package func forEachAction(_ filter: ActionFilter = ActionFilter(), _ body: (ActionRecord) throws -> Bool) throws {
        try read { db in
            let (condition, arguments) = filter.sql
            let rows = try db.rows(Self.selection + condition, arguments)
            while let row = try rows.next() {
                guard try body(try record(row, in: db)) else { return }
            }
        }
    }

    /// Calls `body` with the seq of each action, oldest first, and with the action or why it cannot be read, until it
    /// gives false.
    func forEachEntry(_ body: (Int, Result<ActionRecord, SessionError>) throws -> Bool) throws {
        try read { db in
            let rows = try db.rows(Self.selection + "ORDER BY seq")
            while let row = try rows.next() {
                let entry: Result<ActionRecord, SessionError>
                do {
                    entry = .success(try SessionError.translating(path: path) { try record(row, in: db) })
                } catch let error as SessionError {
                    entry = .failure(error)
                }
                guard try body(row.value(0) ?? 0, entry) else { return }
            }
        }
    }

    /// The actions that were applied to the state of `seq`, oldest first.
    package func children(of seq: Int) throws -> [Int] {
        let sql = """
            SELECT seq FROM action WHERE seq = ?1 + 1 AND parent = ?1
            UNION ALL
            SELECT seq FROM \(form.branchStarts) WHERE parent = ?1
            ORDER BY seq
            """
        return try read { try $0.fetchAll(Int.self, sql, [seq]) }
    }

    /// The state that is stored whole for `seq`, nil when none is.
    package func snapshot(_ seq: Int) throws -> Tree? {
        try read { db in
            try db.fetchOne(Int.self, "SELECT chunk FROM snapshot WHERE seq = ?", [seq]).map {
                try chunks.tree(ofChunk: $0, in: db)
            }
        }
    }

    /// Runs `body`, which may itself read: the session is used from one thread at a time.
    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try SessionError.translating(path: path) { try body(connection) }
    }

    func tree(ofChunk id: Int, in db: Connection) throws -> Tree {
        try chunks.tree(ofChunk: id, in: db)
    }

    /// About how many bytes the text of the value in chunk `id` has.
    func length(ofChunk id: Int, in db: Connection) throws -> Int {
        try chunks.length(ofChunk: id, in: db)
    }

    func tree(fromPayload text: String, seq: Int, in db: Connection) throws -> Tree {
        try chunks.tree(from: text, table: "action", column: "payload", row: seq, in: db)
    }

    /// The value of a stored text in a row of the log, and about how many bytes it has with all that it refers to.
    func measuredTree(
        from text: String,
        column: String,
        seq: Int,
        in db: Connection
    ) throws -> (tree: Tree, bytes: Int) {
        try chunks.measuredTree(from: text, table: "action", column: column, row: seq, in: db)
    }

    func storedTree(ofChunk id: Int, in db: Connection) throws -> StoredTree {
        try chunks.storedTree(ofChunk: id, in: db)
    }

    func tree(from stored: StoredTree, in db: Connection) throws -> Tree {
        try chunks.tree(from: stored, in: db)
    }

    /// About how many bytes the text of the state has that is stored whole for `seq`; nil when none is.
    package func snapshotLength(_ seq: Int) throws -> Int? {
        try read { db in
            try db.fetchOne(Int.self, "SELECT chunk FROM snapshot WHERE seq = ?", [seq]).map {
                try chunks.length(ofChunk: $0, in: db)
            }
        }
    }

    private static let selection = """
        SELECT seq, parent, at, name, coder, payload, patch, duration, status, origin, error
        FROM action LEFT JOIN action_type ON action_type.id = action.type

        """
    private static let selectionOfOne = selection + "WHERE seq = ?"

    private func record(_ row: Row, in db: Connection) throws -> ActionRecord {
        let seq: Int = row.value(0) ?? 0
        let text: String? = try row.decodedIfPresent(5, "payload", seq, path)
        let payload = try text.map { try tree(fromPayload: $0, seq: seq, in: db) }
        guard let coder = ActionRecord.Coder(rawValue: try row.decoded(4, "type", seq, path)) else {
            throw SessionError.damaged(path: path, .malformed(table: "action", column: "type", row: seq))
        }
        guard let status = ActionRecord.Status(rawValue: try row.decoded(8, "status", seq, path)) else {
            throw SessionError.damaged(path: path, .malformed(table: "action", column: "status", row: seq))
        }
        return ActionRecord(
            seq: seq,
            parent: try row.decoded(1, "parent", seq, path),
            at: try row.decoded(2, "at", seq, path),
            type: try row.decoded(3, "type", seq, path),
            coder: coder,
            payload: payload,
            patch: try patch(row.decodedIfPresent(6, "patch", seq, path), seq: seq, in: db),
            duration: try row.decodedIfPresent(7, "duration", seq, path),
            status: status,
            origin: try row.decodedIfPresent(9, "origin", seq, path),
            error: try row.decodedIfPresent(10, "error", seq, path)
        )
    }

    private func patch(_ text: String?, seq: Int, in db: Connection) throws -> Patch? {
        guard let text else { return nil }
        let tree = try chunks.tree(from: text, table: "action", column: "patch", row: seq, in: db)
        do {
            return try Patch(tree: tree)
        } catch {
            throw SessionError.damaged(path: path, .malformed(table: "action", column: "patch", row: seq))
        }
    }
}

extension Row {
    fileprivate func decoded<T: SQLConvertible>(
        _ index: Int,
        _ column: String,
        _ seq: Int,
        _ path: String
    ) throws -> T {
        guard let value: T = value(index) else {
            throw SessionError.damaged(path: path, .malformed(table: "action", column: column, row: seq))
        }
        return value
    }

    fileprivate func decodedIfPresent<T: SQLConvertible>(
        _ index: Int,
        _ column: String,
        _ seq: Int,
        _ path: String
    ) throws -> T? {
        isNull(index) ? nil : try decoded(index, column, seq, path)
    }
}
