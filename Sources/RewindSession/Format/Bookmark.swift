/// A name for a point in time.
package struct Bookmark: Hashable, Sendable, Codable {
    package let name: String
    package let seq: Int
    package let note: String?
    /// The time when it was set, in microseconds since 1970.
    package let at: Int64

    package init(name: String, seq: Int, note: String? = nil, at: Int64) {
        self.name = name
        self.seq = seq
        self.note = note
        self.at = at
    }

    /// The maximum length of a name, in bytes.
    package static let longestName = 200
    /// The maximum length of a note, in characters.
    package static let longestNote = 10_000

    /// Returns true if a bookmark can have this note.
    package static func isUsable(note: String) -> Bool {
        note.unicodeScalars.count <= longestNote
    }

    /// Returns a note, or its beginning if it is too long.
    package static func usable(note: String) -> String {
        String(String.UnicodeScalarView(note.unicodeScalars.prefix(longestNote)))
    }

    /// Returns true if a REF can name a bookmark with this name: `~`, `..`, `+1` and `+10s` would end the name there,
    /// and a control character would be invisible.
    package static func isUsable(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= longestName && !name.contains("..")
            && !name.contains(#/\+[0-9.]+(ms|s|m|min|h|d)?$/#)
            && !name.unicodeScalars.contains { $0 == "~" || $0.properties.generalCategory == .control }
    }
}

/// A change of the bookmarks of a session.
package enum BookmarkChange: Hashable, Sendable, Codable {
    /// Sets a bookmark, and moves one with the same name. It replaces the one named `replacing`.
    case set(Bookmark, replacing: String? = nil)
    case delete(name: String)

    /// Makes the change. Returns true if a bookmark was set or deleted.
    ///
    /// - Throws: `SQLiteError`.
    @discardableResult
    package func make(in db: Connection) throws -> Bool {
        switch self {
        case .set(let bookmark, let old):
            if let old, old != bookmark.name { try Self.delete(name: old).make(in: db) }
            try db.execute(
                """
                INSERT INTO bookmark (name, seq, note, at) VALUES (?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, note = excluded.note, at = excluded.at
                """,
                [bookmark.name, bookmark.seq, bookmark.note, bookmark.at]
            )
        case .delete(let name): try db.execute("DELETE FROM bookmark WHERE name = ?", [name])
        }
        return db.changesCount > 0
    }
}
