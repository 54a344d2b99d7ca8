import Foundation

/// The marks in a session file that undo and redo move: the cursor, and the tip, which is where redo leads to.
///
/// Without them both are at the last action. A tip that the cursor does not lead to counts for nothing, since who knows
/// of the cursor alone moves that alone.
package enum SessionCursor {
    /// The key of the cursor's seq among the facts.
    package static let key = "cursor"
    /// The key of the tip's seq among the facts.
    package static let tipKey = "cursor_tip"

    package static let keys = [key, tipKey]

    /// Puts the cursor of the session at `url` on `seq`, and its tip on `tip`.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work: then the cursor is the app's.
    package static func move(to seq: Int, tip: Int, in url: URL) throws {
        try ClosedSession.change(url) { db in try set(seq, tip: tip, in: db) }
    }

    /// Writes both marks.
    package static func set(_ seq: Int, tip: Int, in db: Connection) throws {
        try SessionFact.set(key, to: String(seq), in: db)
        try SessionFact.set(tipKey, to: String(tip), in: db)
    }

    /// Removes both marks.
    package static func clear(in db: Connection) throws {
        try db.execute("DELETE FROM session WHERE key IN (?, ?)", [key, tipKey])
    }
}
