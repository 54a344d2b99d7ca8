import Foundation
import SessionFile

extension Timeline {
    /// Where the cursor stands: at the last action unless it was moved.
    ///
    /// - Throws: `SessionError`.
    package func cursor() throws -> Int {
        try mark(SessionCursor.key)
    }

    /// What redo leads to: the last action unless the cursor was moved, and the cursor where it does not lead there.
    ///
    /// - Complexity: linear in the branches on the way from the cursor to it.
    /// - Throws: `SessionError`.
    package func tip() throws -> Int {
        let (cursor, tip) = (try cursor(), try mark(SessionCursor.tipKey))
        return try isAncestor(cursor, of: tip) ? tip : cursor
    }

    /// What redo leads to when the cursor has moved to `seq`: as before where that is on the way, else to `seq`.
    ///
    /// So undo and then redo come back to where one was, on whichever branch that is.
    ///
    /// - Complexity: linear in the branches on the way.
    /// - Throws: `SessionError`.
    package func tip(movingTo seq: Int) throws -> Int {
        let tip = try tip()
        return try isAncestor(seq, of: tip) ? tip : seq
    }

    /// The seq that `count` steps of undo lead to.
    ///
    /// - Throws: `TimelineError.nothingToUndo` at the start, `TimelineError.pruned` when the state before was pruned;
    ///   fewer steps are taken when either comes first.
    package func undoTarget(steps count: Int) throws -> Int {
        try undoTarget(from: cursor(), steps: count)
    }

    /// The seq that `count` steps of redo lead to: towards the tip, from there on along the newest branch, or first
    /// along `branch`.
    ///
    /// - Throws: `TimelineError.nothingToRedo` at an end; fewer steps are taken when an end comes first.
    ///   `TimelineError.notABranch` when `branch` does not start at the cursor.
    package func redoTarget(steps count: Int, branch: Int? = nil) throws -> Int {
        let (cursor, tip) = (try cursor(), try tip())
        guard let branch, count > 0 else { return try redoTarget(from: cursor, toward: tip, steps: count) }
        guard try session.children(of: cursor).contains(branch) else {
            throw TimelineError.notABranch(seq: branch, cursor: cursor)
        }
        guard count > 1 else { return branch }
        do {
            let tip = try isAncestor(branch, of: tip) ? tip : branch
            return try redoTarget(from: branch, toward: tip, steps: count - 1)
        } catch TimelineError.nothingToRedo {
            return branch
        }
    }

    private func mark(_ key: String) throws -> Int {
        guard let text = try session.facts()[key] else { return last }
        guard let seq = Int(text), seq >= first, seq <= last else {
            throw SessionError.damaged(path: session.url.path, .malformed(table: "session", column: key, row: 0))
        }
        return seq
    }
}
