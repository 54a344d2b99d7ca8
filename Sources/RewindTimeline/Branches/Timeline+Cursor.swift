import Foundation
import RewindSession

extension Timeline {
    /// Where the cursor stands: at the last action unless it was moved.
    ///
    /// - Throws: `SessionError`.
    package func cursor() throws -> Int {
        try mark(SessionCursor.key)
    }

    /// What redo leads to: the end of the branch that the cursor is on, or of the newest one from there.
    ///
    /// - Complexity: linear in the branches.
    /// - Throws: `SessionError`.
    package func tip() throws -> Int {
        let (cursor, tip) = (try cursor(), try mark(SessionCursor.tipKey))
        return try newestEnd(from: isAncestor(cursor, of: tip) ? tip : cursor)
    }

    /// What redo leads to when the cursor moves to `seq`.
    ///
    /// - Complexity: linear in the branches.
    /// - Throws: `SessionError`.
    package func tip(movingTo seq: Int) throws -> Int {
        try self.tip(movingTo: seq, from: tip())
    }

    /// What redo leads to when it led to `tip` and the cursor moves to `seq`: as before where that is on the way, else
    /// the end of the newest branch from there. So undo and then redo come back to where one was, on whichever branch.
    ///
    /// - Complexity: linear in the branches.
    /// - Throws: `SessionError`.
    package func tip(movingTo seq: Int, from tip: Int) throws -> Int {
        try isAncestor(seq, of: tip) ? tip : newestEnd(from: seq)
    }

    /// The seq that `count` steps of undo lead to.
    ///
    /// - Throws: `TimelineError.nothingToUndo` at the start, `TimelineError.pruned` when the state before was pruned;
    ///   fewer steps are taken when either comes first.
    package func undoTarget(steps count: Int) throws -> Int {
        try undoTarget(from: cursor(), steps: count)
    }

    /// The seq that `count` steps of redo lead to: towards the tip, or along `branch`.
    ///
    /// - Throws: `TimelineError.nothingToRedo` at an end; fewer steps are taken when an end comes first.
    ///   `TimelineError.notABranch` when `branch` does not start at the cursor,
    ///   `TimelineError.referenceOutOfRange` when there is no such action.
    package func redoTarget(steps count: Int, branch: Int? = nil) throws -> Int {
        let cursor = try cursor()
        guard let branch else { return try redoTarget(from: cursor, toward: tip(), steps: count) }
        guard branch <= last else { throw TimelineError.referenceOutOfRange(String(branch), last: last) }
        guard try session.children(of: cursor).contains(branch) else {
            throw TimelineError.notABranch(seq: branch, cursor: cursor)
        }
        return try redoTarget(from: cursor, toward: tip(movingTo: branch), steps: count)
    }

    /// Puts the cursor on `seq`. The timeline is closed then: who reads a session keeps others from changing it.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work: then the cursor is the app's.
    package func moveCursor(to seq: Int) throws {
        let tip = try tip(movingTo: seq)
        session.close()
        try SessionCursor.move(to: seq, tip: tip, in: session.url)
    }

    private func mark(_ key: String) throws -> Int {
        guard let text = try session.facts()[key] else { return last }
        guard let seq = Int(text), seq >= first, seq <= last else {
            throw SessionError.damaged(path: session.url.path, .malformed(table: "session", column: key, row: 0))
        }
        return seq
    }
}
