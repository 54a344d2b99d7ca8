import Foundation

/// The positions in a session file that undo and redo move: the cursor, and the tip, which is the target of redo.
///
/// Without them, both are at the last action. A tip that is not on the cursor's branch is ignored, because a program
/// that does not know the tip moves only the cursor.
package enum SessionCursor {
    /// The key of the cursor among the facts.
    package static let key = "cursor"
    /// The key of the tip among the facts.
    package static let tipKey = "cursor_tip"

    package static let keys = [key, tipKey]

    /// Moves the cursor of the session at `url` to `seq`, and its tip to `tip`.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` while the session's app is recording and owns the cursor.
    package static func move(to seq: Int, tip: Int, in url: URL) throws {
        try ClosedSession.change(url) { db in try set(seq, tip: tip, in: db) }
    }

    /// Writes both positions.
    package static func set(_ seq: Int, tip: Int, in db: Connection) throws {
        try SessionFact.set(key, to: String(seq), in: db)
        try SessionFact.set(tipKey, to: String(tip), in: db)
    }

    /// Removes both positions.
    package static func clear(in db: Connection) throws {
        try db.execute("DELETE FROM session WHERE key IN (?, ?)", [key, tipKey])
    }
}
