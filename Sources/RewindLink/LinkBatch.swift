import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree

/// The next rows of a session that its copy does not have.
struct LinkBatch {
    /// The session file to read, and the name of its app.
    struct Source {
        let url: URL
        let app: String
        let session: String
    }

    /// The maximum number of bytes of several rows. A longer row is alone.
    static let usualBytes = 1 << 20

    /// The facts and bookmarks, and in a pruned session the effects from before its first state. They are sent when they
    /// have changed, and then all of them.
    private(set) var notes: [LinkRow] = []
    private(set) var rows: [LinkRow] = []
    /// True if there are no further rows now.
    private(set) var isLast = true
    /// True if the recording has ended.
    private(set) var isEnded = false
    /// True if the copy has other rows under the same numbers.
    private(set) var isOther = false
    /// True if the copy has, or will have with these rows, all chunks.
    private var hasAllChunks = false

    /// Reads the rows after `position`.
    ///
    /// A chunk comes before all rows that refer to it, and a type before its actions, so the copy is a session after
    /// each batch.
    ///
    /// - Throws: `SessionError`, `SQLiteError`, `LinkFailure`.
    init(of url: URL, after position: LinkPosition) throws {
        // Closed again at once: while a connection is open, a recorder cannot make the session one file.
        let db = try Connection(reading: url.path)
        defer { try? db.close() }
        try db.transaction(.deferred) { db in
            try SessionUpgrade.show(in: db)
            notes = try Self.rows(.fact, "ORDER BY key", [], in: db) + Self.rows(.bookmark, "ORDER BY name", [], in: db)
            isEnded = notes.contains { $0.table == .fact && $0.text(0) == SessionFact.endedKey }
            isOther = try Self.isOther(position, in: db)
            if !isOther { try read(after: position, in: db) }
            let first = try SessionFact.firstSeq(in: db, path: url.path) ?? 0
            if hasAllChunks { notes += try Self.rows(.effect, "WHERE seq < ? ORDER BY id", [first], in: db) }
            // With it, the copy would be complete.
            if !isLast { notes.removeAll { $0.table == .fact && $0.text(0) == SessionFact.endedKey } }
        }
    }

    /// Returns true if the session does not have the last rows of the copy.
    ///
    /// Rows that were pruned here are no difference.
    private static func isOther(_ position: LinkPosition, in db: Connection) throws -> Bool {
        if position.chunk > 0 {
            let hash = try db.fetchOne("SELECT hash FROM chunk WHERE id = ?", [position.chunk]) { $0.value(0) as Data? }
            if let hash, Array(hash).hexadecimal != position.chunkHash { return true }
            let last = try db.fetchOne(Int.self, "SELECT max(id) FROM chunk") ?? 0
            if last < position.chunk { return true }
        }
        for (table, id, hash) in [
            ("effect", position.effect, position.effectHash), ("outcome", position.outcome, position.outcomeHash),
        ] {
            let own = try db.fetchOne(Int64.self, "SELECT hash FROM \(table) WHERE id = ?", [id])
            if let own, own != hash { return true }
        }
        let first = try SessionFact.firstSeq(in: db, path: "") ?? 0
        guard position.action > first else { return false }
        let hash = try db.fetchOne(Int64.self, "SELECT hash FROM action WHERE seq = ?", [position.action])
        return hash == nil || hash != position.actionHash
    }

    private mutating func read(after position: LinkPosition, in db: Connection) throws {
        var bytes = 0
        isLast = try add(.chunk, "WHERE id > ? ORDER BY id", [position.chunk], &bytes, in: db)
        // Other rows may refer to any chunk.
        guard isLast else { return }
        hasAllChunks = true
        isLast = try add(.action, "WHERE seq > ? ORDER BY seq", [position.action], &bytes, in: db)
        let actions = rows.filter { $0.table == .action }
        let last = isLast ? .max : actions.last?.int(0) ?? position.action
        rows += try Self.rows(.snapshot, "WHERE seq > ? AND seq <= ? ORDER BY seq", [position.snapshot, last], in: db)
        // The copy ignores those that it has.
        var types: [LinkRow] = []
        for id in Set(actions.compactMap { $0.int(3) }).sorted() {
            types += try Self.rows(.type, "WHERE id = ?", [id], in: db)
        }
        rows.insert(contentsOf: types, at: 0)
        // An effect comes after the action before it, and an outcome after its effect.
        if isLast { isLast = try add(.effect, "WHERE id > ? ORDER BY id", [position.effect], &bytes, in: db) }
        if isLast { isLast = try add(.outcome, "WHERE id > ? ORDER BY id", [position.outcome], &bytes, in: db) }
    }

    /// Adds rows until the batch is full. Returns false if some are left.
    private mutating func add(
        _ table: LinkRow.Table,
        _ condition: String,
        _ arguments: [Int],
        _ bytes: inout Int,
        in db: Connection
    ) throws -> Bool {
        let found = try db.rows(
            "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.rawValue) \(condition)",
            arguments
        )
        while let row = try found.next() {
            let next = LinkRow(table, row)
            let length = next.length
            guard bytes == 0 || bytes + length <= Self.usualBytes else { return false }
            bytes += length
            rows.append(next)
        }
        return true
    }

    private static func rows(
        _ table: LinkRow.Table,
        _ condition: String,
        _ arguments: [Int],
        in db: Connection
    ) throws -> [LinkRow] {
        let sql = "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.rawValue) \(condition)"
        return try db.fetchAll(sql, arguments) { LinkRow(table, $0) }
    }
}

extension LinkRow {
    /// The number of bytes of its values.
    fileprivate var length: Int {
        values.reduce(0) { length, value in
            switch value {
            case .text(let text): length + text.utf8.count
            case .blob(let bytes): length + 2 * bytes.count
            default: length + 8
            }
        }
    }
}
