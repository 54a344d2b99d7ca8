import Foundation
import RewindSession
import RewindTimeline

/// Changes the bookmarks of a session.
package enum SessionBookmarks {
    /// Sets a bookmark in the session at `url`; one of the same name moves.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work.
    package static func set(_ bookmark: Bookmark, in url: URL) throws {
        try ClosedSession.change(url) { db, _ in
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
        try ClosedSession.change(url) { db, _ in
            try db.execute("DELETE FROM bookmark WHERE name = ?", [name])
            return db.changesCount > 0
        }
    }
}
