import Foundation
import RewindSession
import RewindTimeline

/// An error for an invalid bookmark.
package enum BookmarkError: Error, Hashable, Sendable {
    /// A REF cannot refer to a bookmark with this name.
    case unusableName(String)
    /// The note has more than `most` characters.
    case noteTooLong(most: Int)
}

/// Changes the bookmarks of a session.
package enum SessionBookmarks {
    /// Sets a bookmark in the session at `url`. It replaces the one named `old`, if given, and moves one with the same
    /// name.
    ///
    /// - Throws: `BookmarkError`; `SessionError`, `.beingRecorded` while an app records the session.
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

    /// Checks that a REF can refer to a bookmark with this name, and that the name itself is no REF.
    ///
    /// - Throws: `BookmarkError.unusableName`.
    package static func check(name: String) throws {
        guard Bookmark.isUsable(name: name), (try? Reference(parsing: name)) == nil else {
            throw BookmarkError.unusableName(name)
        }
    }

    /// Deletes a bookmark of the session at `url`. Returns true if it existed.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while an app records the session.
    package static func delete(_ name: String, in url: URL) throws -> Bool {
        try ClosedSession.change(url) { db in
            try db.execute("DELETE FROM bookmark WHERE name = ?", [name])
            return db.changesCount > 0
        }
    }
}
