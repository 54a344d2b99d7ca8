import Foundation
import RewindSession
import RewindTimeline

/// What a bookmark cannot be.
package enum BookmarkError: Error, Hashable, Sendable {
    /// No REF can name a bookmark of that name.
    case unusableName(String)
    /// The note has more than `most` characters.
    case noteTooLong(most: Int)
}

/// Changes the bookmarks of a session.
package enum SessionBookmarks {
    /// Sets a bookmark in the session at `url`, in the place of the one called `old`, if that is given; one of the same
    /// name moves.
    ///
    /// - Throws: `BookmarkError`; `SessionError`, `.beingRecorded` while the session's app is at work.
    package static func set(_ bookmark: Bookmark, replacing old: String? = nil, in url: URL) throws {
        try check(name: bookmark.name)
        guard Bookmark.isUsable(note: bookmark.note ?? "") else {
            throw BookmarkError.noteTooLong(most: Bookmark.longestNote)
        }
        try ClosedSession.change(url) { db in
            if let old, old != bookmark.name { try db.execute("DELETE FROM bookmark WHERE name = ?", [old]) }
            try db.execute(
                """
                INSERT INTO bookmark (name, seq, note, at) VALUES (?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, note = excluded.note, at = excluded.at
                """,
                [bookmark.name, bookmark.seq, bookmark.note, bookmark.at]
            )
        }
    }

    /// Checks that a REF can name a bookmark of that name, and that it is no REF by itself.
    ///
    /// - Throws: `BookmarkError.unusableName`.
    package static func check(name: String) throws {
        guard Bookmark.isUsable(name: name), (try? Reference(parsing: name)) == nil else {
            throw BookmarkError.unusableName(name)
        }
    }

    /// Deletes a bookmark of the session at `url`. Gives whether there was one.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work.
    package static func delete(_ name: String, in url: URL) throws -> Bool {
        try ClosedSession.change(url) { db in
            try db.execute("DELETE FROM bookmark WHERE name = ?", [name])
            return db.changesCount > 0
        }
    }
}
