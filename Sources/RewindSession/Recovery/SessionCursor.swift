import Foundation

/// The positions in a session file that undo and redo move: the cursor, and the tip, which is the target of redo.
///
/// Without them, both are at the last action. A tip that is not on the cursor's branch is ignored, because a program
/// that does not know the tip moves only the cursor. For the same reason, a jump that does not begin at the cursor is
/// ignored.
package enum SessionCursor {
    /// The key of the cursor among the facts.
    package static let key = "cursor"
    /// The key of the tip among the facts.
    package static let tipKey = "cursor_tip"

    /// The key of the jump among the facts: the cursor, and where undo or redo leads from there, although it is neither
    /// before nor after it on a branch.
    package static let jumpKey = "cursor_jump"

    package static let keys = [key, tipKey, jumpKey]

    /// Moves the cursor of the session at `url` to `seq`, and its tip to `tip`. If the move took back a jump, `jump` is
    /// where that had led.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` while the session's app is recording and owns the cursor.
    package static func move(to seq: Int, tip: Int, jump: Int? = nil, in url: URL) throws {
        try ClosedSession.change(url) { db in
            try set(seq, tip: tip, in: db)
            if let jump { try setJump(from: seq, to: jump, in: db) }
        }
    }

    /// Writes both positions, and removes a jump.
    package static func set(_ seq: Int, tip: Int, in db: Connection) throws {
        try clear(in: db)
        try SessionFact.set(key, to: String(seq), in: db)
        try SessionFact.set(tipKey, to: String(tip), in: db)
    }

    /// Writes a jump from the cursor.
    static func setJump(from seq: Int, to other: Int, in db: Connection) throws {
        try SessionFact.set(jumpKey, to: "\(seq) \(other)", in: db)
    }

    /// Returns where the jump in these facts leads from `cursor`; nil if there is none.
    package static func jump(from cursor: Int, in facts: [String: String]) -> Int? {
        let seqs = facts[jumpKey].map { $0.split(separator: " ").map { Int($0) } } ?? []
        return seqs.count == 2 && seqs[0] == cursor ? seqs[1] : nil
    }

    /// Removes the positions.
    package static func clear(in db: Connection) throws {
        for key in keys { try db.execute("DELETE FROM session WHERE key = ?", [key]) }
    }
}
