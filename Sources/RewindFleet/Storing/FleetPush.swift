#if Fleet

import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The result of storing a session.
package enum PushResult: Hashable, Sendable {
    case stored(id: String, actions: Int)
    /// The database has the same contents.
    case known(id: String)
}

extension FleetDatabase {
    /// The number of bytes of chunks after which they are sent.
    private static let chunkBlock = 4 << 20

    /// Stores the session file at `url`, all of it or nothing. Returns once the server has it on disk.
    ///
    /// The role needs no right to read: it inserts, and asks whether the session is there.
    ///
    /// - Parameter sender: The app with whose key the session was sent, which is then shown as its app, and alone has
    ///   its id; nil for the app that it names.
    /// - Throws: `FleetError`, `SessionError`, or an error of `progress`.
    package func push(
        _ url: URL,
        sentBy sender: String? = nil,
        progress: @escaping SessionProgress.Handler = { _ in }
    ) throws -> PushResult {
        let session = try StoredSession(url, sender: sender)
        defer { session.reader.close() }
        if try isStored(session) { return .known(id: session.id) }
        try session.verify(progress: progress)
        // Outside of the transaction, as it may add partitions.
        guard let today = try connection.rows("SELECT rewind.today()", [], { $0.int(0) }).first ?? nil else {
            throw FleetError.notInitialized
        }
        let day = PostgresValue.int4(Int32(today))
        return try connection.transaction {
            try lockSessions(exclusively: false)
            // Another process that stores a session with this id waits here.
            try connection.execute("SELECT pg_advisory_xact_lock($1)", [.int(FleetID.session(session.id))])
            if try isStored(session) { return .known(id: session.id) }
            var count = 0
            try connection.copy(
                into: """
                    rewind.action (session, at, duration, type, seq, parent, hash, added, status, payload, patch, origin,
                    error, cause_effect, cause_action)
                    """
            ) { add in
                try session.forEachAction(day) { columns in
                    count += 1
                    if count % SessionProgress.stride == 0 {
                        try progress(SessionProgress(.writing, done: count))
                    }
                    try add(columns)
                }
            }
            try copyEffects(of: session, day)
            try copySummaries(of: session, day)
            try insertNames(of: session)
            try insertChunks(of: session)
            try connection.execute(
                """
                INSERT INTO rewind.session (key, id, content, added, sender, app, version, device, os, started_at,
                    ended_at, crashed, first, last, bytes, fatal_seq, fatal_type, fatal_pointers, values_complete)
                VALUES ($1, $2::text::uuid, $3, '2000-01-01'::date + $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
                    $15, $16, $17, $18, $19)
                """,
                try session.columns(day)
            )
            try connection.execute(
                "INSERT INTO rewind.note VALUES ($1, '2000-01-01'::date + $2, $3)",
                [.int(session.key), day, .text(session.noteLines)]
            )
            return .stored(id: session.id, actions: count)
        }
    }

    /// Returns true if the database has the session, from the same app or from none. One without a sender can be from
    /// any app.
    ///
    /// - Throws: `FleetError.unfit` if it has other contents under the same id, or if the session was erased.
    private func isStored(_ session: StoredSession) throws -> Bool {
        let found = try connection.rows(
            "SELECT digest, own FROM rewind.contents($1::text::uuid, $2, $3)",
            [.text(session.id), .text(session.sender), .int(FleetID.session(session.id))]
        ) { (digest: $0.bytes(0) ?? [], isOwn: $0.bool(1) ?? true) }
        func unfit(_ reason: FleetError.Unfitness) -> FleetError { .unfit(path: session.url.path, reason) }
        guard !found.contains(where: \.digest.isEmpty) else { throw unfit(.forgotten) }
        if found.contains(where: { $0.digest == session.content }) { return true }
        guard !found.contains(where: \.isOwn) else { throw unfit(.otherContents) }
        return false
    }

    private func copyEffects(of session: StoredSession, _ day: PostgresValue) throws {
        try connection.copy(
            into: """
                rewind.effect (session, added, id, seq, at, kind, name, coder, input, cause_effect, cause_action, origin,
                hash)
                """
        ) { add in try session.forEachRow(of: .effect, day, add) }
        try connection.copy(
            into: "rewind.outcome (session, added, id, effect, seq, at, duration, status, type, coder, value, hash)"
        ) { add in try session.forEachRow(of: .outcome, day, add) }
    }

    private func copySummaries(of session: StoredSession, _ day: PostgresValue) throws {
        try connection.copy(into: "rewind.change (session, pointer, type, first, count, added)") { add in
            for (key, changes) in session.changes {
                try add([
                    .int(session.key), .int(key.pointer), .int(key.type), .int4(Int32(changes.first)),
                    .int4(Int32(changes.count)), day,
                ])
            }
        }
        try connection.copy(
            into: "rewind.value (session, pointer, first, added, kind, value, least, greatest)"
        ) { add in
            try session.values.forEach { pointer, entries in
                guard let id = session.pointers.id(pointer) else { return }
                for entry in entries {
                    try add([
                        .int(session.key), .int(id), .int4(Int32(entry.first)), day, .bytes([entry.kind.rawValue]),
                        .text(entry.text), .double(entry.bounds?.lowerBound), .double(entry.bounds?.upperBound),
                    ])
                }
            }
        }
        try connection.copy(into: "rewind.chunk_use (session, chunk, local, added)") { add in
            for (local, chunk) in session.chunks.fleet {
                try add([.int(session.key), .int(chunk), .int(local), day])
            }
        }
    }

    // Sorted by their ids, so that two transactions that insert the same rows wait for each other in one order.

    private func insertNames(of session: StoredSession) throws {
        let types = session.types.sorted { $0.value < $1.value }
        try connection.execute(
            """
            INSERT INTO rewind.type SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING
            """,
            [.ints(types.map(\.value)), .texts(types.map(\.key.name)), .texts(types.map(\.key.coder))]
        )
        let pointers = session.pointers.ids.sorted { $0.value < $1.value }
        try connection.execute(
            "INSERT INTO rewind.pointer SELECT * FROM unnest($1::bigint[], $2::text[]) ON CONFLICT DO NOTHING",
            [.ints(pointers.map(\.value)), .texts(pointers.map(\.key.indexText))]
        )
    }

    private func insertChunks(of session: StoredSession) throws {
        var (ids, hashes, bodies): ([Int64], [[UInt8]], [String]) = ([], [], [])
        var bytes = 0
        func insert() throws {
            try connection.execute(
                """
                INSERT INTO rewind.chunk SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[])
                ON CONFLICT DO NOTHING
                """,
                [.ints(ids), .byteStrings(hashes), .texts(bodies)]
            )
            (ids, hashes, bodies, bytes) = ([], [], [], 0)
        }
        for (local, id) in session.chunks.fleet.sorted(by: { $0.value < $1.value }) where ids.last != id {
            let body = ChunkMap.text(try session.reader.body(ofChunk: Int(local)), with: session.chunks.fleet)
            ids.append(id)
            hashes.append(Array(try session.reader.hash(ofChunk: Int(local)) ?? Data()))
            bodies.append(body)
            bytes += body.utf8.count
            if bytes >= Self.chunkBlock { try insert() }
        }
        if !ids.isEmpty { try insert() }
    }
}

#endif
