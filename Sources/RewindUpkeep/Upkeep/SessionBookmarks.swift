import Foundation
import RewindSession
import RewindTimeline

/// Changes the bookmarks of a session.
package enum SessionBookmarks {
    /// Sets a bookmark in the session at `url`. It replaces the one named `old`, if given, and moves one with the same
    /// name.
    ///
    /// - Throws: `BookmarkError`; `SessionError`, `.beingRecorded` while an app records the session.
    package static func set(_ bookmark: Bookmark, replacing old: String? = nil, in url: URL) throws {
        try bookmark.check()
        _ = try ClosedSession.change(url, BookmarkChange.set(bookmark, replacing: old).make)
    }

    /// Deletes a bookmark of the session at `url`. Returns true if it existed.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while an app records the session.
    package static func delete(_ name: String, in url: URL) throws -> Bool {
        try ClosedSession.change(url, BookmarkChange.delete(name: name).make)
    }
}
