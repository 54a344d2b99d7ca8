import Foundation

/// Changes the bookmarks of a session.
package enum SessionBookmarks {
    /// Sets a bookmark in the session at `url`; one of the same name moves.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work.
    package static func set(_ bookmark: Bookmark, in url: URL) throws {
        try write(to: url) { db in
            try db.execute(
                """
                INSERT INTO bookmark (name, seq, note, at) VALUES (?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, note = excluded.note, at = excluded.at
                """,
                [bookmark.name, bookmark.seq, bookmark.note, bookmark.at]
            )
        }
    }

    /// Deletes a bookmark of the session at `url`. Gives whether there was one.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work.
    package static func delete(_ name: String, in url: URL) throws -> Bool {
        try write(to: url) { db in
            try db.execute("DELETE FROM bookmark WHERE name = ?", [name])
            return db.changesCount > 0
        }
    }

    private static func write<T>(to url: URL, _ body: (Connection) throws -> T) throws -> T {
        if case .live = try SessionRecovery.leftover(for: url) { throw SessionError.beingRecorded(path: url.path) }
        return try SessionError.translating(path: url.path) {
            let connection = try Connection(writing: url.path)
            let result = try connection.transaction { try body($0) }
            try connection.close()
            return result
        }
    }
}

extension SessionReader {
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
}
