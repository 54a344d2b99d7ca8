#if Fleet

import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

extension FleetDatabase {
    /// The number of bytes of rows after which they are written to the file.
    private static let pullBlock = 1 << 20
    private static let shortestPrefix = 4
    /// The maximum number of apps whose sessions with one id are found.
    private static let mostWithID: Int64 = 1_000

    /// Returns the session whose id begins with `prefix`; only one of an app, if given.
    ///
    /// - Throws: `FleetError.noSession`, `.ambiguousSession`.
    package func session(_ prefix: String, of app: String? = nil) throws -> FleetSession {
        let found = try sessions(withID: prefix, of: app)
        guard found.count == 1 else { throw FleetError.ambiguousSession(prefix) }
        return found[0]
    }

    /// Returns the sessions with the id that begins with `prefix`, which several apps can have sent.
    ///
    /// - Throws: `FleetError.noSession`, `.ambiguousSession`.
    package func sessions(withID prefix: String, of app: String? = nil) throws -> [FleetSession] {
        let prefix = prefix.lowercased()
        let digits = prefix.filter { $0 != "-" }
        let missing = 32 - digits.count
        guard prefix.count >= Self.shortestPrefix, missing >= 0, digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { throw FleetError.noSession(prefix) }
        let bounds = ["0", "f"].map { PostgresValue.text(digits + String(repeating: $0, count: missing)) }
        let keys = try connection.rows(
            """
            SELECT key FROM rewind.session
            WHERE id BETWEEN $1::text::uuid AND $2::text::uuid AND ($3::text IS NULL OR app = $3) LIMIT $4
            """,
            bounds + [.text(app), .int(Self.mostWithID)]
        ) { $0.int(0) ?? 0 }
        let found = try FleetSession.read(FleetFilter(), keys: keys, in: connection)
        guard let id = found.first?.id else { throw FleetError.noSession(prefix) }
        guard found.allSatisfy({ $0.id == id }) else { throw FleetError.ambiguousSession(prefix) }
        return found
    }

    private func notes(of session: FleetSession) throws -> [LinkRow]? {
        let id = session.id
        return try connection.rows("SELECT text FROM rewind.note WHERE session = $1", [.int(session.key)]) { row in
            let lines = (row.raw(0).map(Array.init) ?? []).split(separator: UInt8(ascii: "\n"))
            return try lines.map { line in
                guard let row = (try? Tree(parsing: Array(line))).flatMap(LinkRow.init) else {
                    throw FleetError.damagedSession(id)
                }
                return row
            }
        }.first
    }

    /// Writes a session to a new file at `url`, with the same rows as the file that was stored.
    ///
    /// - Throws: `FleetError`, `SessionError`, or an error of `progress`. A part of the file may be left.
    package func pull(
        _ session: FleetSession,
        to url: URL,
        progress: SessionProgress.Handler = { _ in }
    ) throws {
        guard let notes = try notes(of: session) else { throw FleetError.noSession(session.id) }
        let facts = notes.filter { $0.table == .fact }
        let recording = facts.first { $0.text(0) == SessionFact.idKey }?.text(1)
        let replica = try SessionReplica(creating: url, session: recording)
        do {
            // Without the end, which closes the file.
            let open = facts.filter { $0.text(0) != SessionFact.endedKey }
            try replica.add(open + notes.filter { $0.table == .type })
            try pullRows(session.key, session.id, notes, to: replica, progress)
            try replica.add(notes.filter { [.fact, .bookmark, .snapshot].contains($0.table) })
        } catch {
            replica.release()
            throw error is Refusal ? FleetError.damagedSession(session.id) : error
        }
        replica.release()
    }

    private func pullRows(
        _ key: Int64,
        _ id: String,
        _ notes: [LinkRow],
        to replica: SessionReplica,
        _ progress: SessionProgress.Handler
    ) throws {
        var block: [LinkRow] = []
        var bytes = 0
        func add(_ row: LinkRow, _ length: Int) throws {
            block.append(row)
            bytes += length
            guard bytes >= Self.pullBlock else { return }
            try replica.add(block)
            (block, bytes) = ([], 0)
        }
        var local: [Int64: Int64] = [:]
        try connection.forEachRow(
            "SELECT chunk, local FROM rewind.chunk_use WHERE session = $1",
            [.int(key)]
        ) { local[$0.int(0) ?? 0] = $0.int(1) }
        try connection.forEachRow(
            """
            SELECT local, hash, body FROM rewind.chunk_use JOIN rewind.chunk ON chunk.id = chunk_use.chunk
            WHERE session = $1 ORDER BY local
            """,
            [.int(key)]
        ) { row in
            let body = ChunkMap.text(row.text(2) ?? "", with: local)
            let values: [SQLValue] = [.integer(row.int(0) ?? 0), .blob(row.bytes(1) ?? []), .text(body)]
            try add(LinkRow(.chunk, values), body.utf8.count)
        }
        var types: [StoredSession.TypeName: Int64] = [:]
        for note in notes where note.table == .type {
            let type = StoredSession.TypeName(name: note.text(1) ?? "", coder: note.text(2) ?? "")
            types[type] = note.int(0).map(Int64.init)
        }
        var ids: [Int64: Int64] = [:]
        for (type, number) in types { ids[FleetID.type(type.name, coder: type.coder)] = number }
        var count = 0
        try connection.forEachRow(
            """
            SELECT seq, parent, at, type, payload, patch, duration, status, origin, error, hash, cause_effect,
                cause_action
            FROM rewind.action WHERE session = $1 ORDER BY seq
            """,
            [.int(key)]
        ) { row in
            guard let type = ids[row.int(3) ?? 0], let letter = row.raw(7)?.first,
                let status = ActionRecord.Status.allCases.first(where: { StoredSession.letter(of: $0) == letter })
            else { throw FleetError.damagedSession(id) }
            func integer(_ column: Int) -> SQLValue { row.int(column).map(SQLValue.integer) ?? .null }
            func text(_ column: Int) -> SQLValue { row.text(column).map(SQLValue.text) ?? .null }
            func stored(_ column: Int) -> SQLValue {
                row.text(column).map { .text(ChunkMap.text($0, with: local)) } ?? .null
            }
            let values: [SQLValue] = [
                integer(0), integer(1), integer(2), .integer(type), stored(4), stored(5), integer(6),
                .text(status.rawValue), text(8), text(9), integer(10),
                integer(11), integer(12),
            ]
            count += 1
            if count % SessionProgress.stride == 0 { try progress(SessionProgress(.writing, done: count)) }
            try add(LinkRow(.action, values), 64 + (row.raw(4)?.count ?? 0) + (row.raw(5)?.count ?? 0))
        }
        for table in [LinkRow.Table.effect, .outcome] {
            let columns = table.columns
            try connection.forEachRow(
                "SELECT \(columns.joined(separator: ", ")) FROM rewind.\(table.rawValue) WHERE session = $1 ORDER BY id",
                [.int(key)]
            ) { row in
                var length = 0
                let values = columns.enumerated().map { index, column -> SQLValue in
                    switch column {
                    case "input", "value":
                        length = row.raw(index)?.count ?? 0
                        return row.text(index).map { .text(ChunkMap.text($0, with: local)) } ?? .null
                    case "kind", "name", "coder", "origin", "status", "type":
                        return row.text(index).map(SQLValue.text) ?? .null
                    default: return row.int(index).map(SQLValue.integer) ?? .null
                    }
                }
                try add(LinkRow(table, values), 64 + length)
            }
        }
        try replica.add(block)
    }
}

#endif
