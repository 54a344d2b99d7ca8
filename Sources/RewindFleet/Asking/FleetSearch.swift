#if Fleet

import Foundation
import RewindSession
import RewindTimeline

extension FleetDatabase {
    /// The number of sessions that are searched at once.
    private static let searchBatch = 100

    /// Calls `body` with the sessions that may contain `text` in a type, an error, a value or a name, newest first, until
    /// it returns false. `progress` receives the number of visited sessions.
    ///
    /// - Complexity: Linear in the bytes of the sessions.
    /// - Throws: `FleetError`, `SessionError`, or an error of `progress` or `body`.
    package func forEachSession(
        thatMayContain text: String,
        _ filter: FleetFilter,
        progress: (_ done: Int, _ total: Int) throws -> Void,
        _ body: (FleetSession, Timeline) throws -> Bool
    ) throws {
        let plain = Self.plainPart(of: text)
        let pattern = TextPattern(text)
        let types = try connection.rows("SELECT id, name FROM rewind.type") { ($0.int(0) ?? 0, $0.text(1) ?? "") }
            .filter { pattern.matches($0.1) }.map(\.0)
        let sessions = try sessions(filter)
        for start in stride(from: 0, to: sessions.count, by: Self.searchBatch) {
            try progress(start, sessions.count)
            let batch = sessions[start..<min(start + Self.searchBatch, sessions.count)]
            let keys = try connection.rows(
                """
                SELECT session FROM rewind.action WHERE session = ANY($1)
                    AND (type = ANY($3) OR strpos(lower(concat_ws(' ', payload, patch, error)), $2) > 0)
                UNION SELECT u.session FROM rewind.chunk_use u JOIN rewind.chunk c ON c.id = u.chunk
                WHERE u.session = ANY($1) AND strpos(lower(c.body), $2) > 0
                """,
                [.ints(batch.map(\.key)), .text(plain), .ints(types)]
            ) { $0.int(0) ?? 0 }
            let found = Set(keys)
            for (index, session) in batch.enumerated() where found.contains(session.key) {
                try progress(start + index, sessions.count)
                guard try reading(session, { try body(session, $0) }) else { return }
            }
        }
    }

    /// Returns the longest part of a text that every JSON text and JSON Pointer with it contains, in lowercase: without
    /// characters that they escape, and those whose case PostgreSQL may not know.
    private static func plainPart(of text: String) -> String {
        let parts = text.utf8.split { !(0x20..<0x7F).contains($0) || "\"\\/~".utf8.contains($0) }
        return parts.max { $0.count < $1.count }.map { Substring($0).lowercased() } ?? ""
    }

    /// Calls `body` with the states of a session, from a temporary file.
    ///
    /// - Throws: `FleetError`, `SessionError`, or an error of `body`.
    func reading<T>(_ session: FleetSession, _ body: (Timeline) throws -> T) throws -> T {
        try ScratchFolder.with(for: "fleet") { folder in
            let url = folder.appending(path: "\(session.id).rewind")
            try pull(session, to: url)
            let timeline = try Timeline(opening: url)
            defer { timeline.session.close() }
            return try body(timeline)
        }
    }
}

#endif
