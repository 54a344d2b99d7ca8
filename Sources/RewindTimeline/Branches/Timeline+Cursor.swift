import Foundation
import RewindSession

extension Timeline {
    /// Returns the seq of the cursor, by default the last action.
    ///
    /// - Throws: `SessionError`.
    package func cursor() throws -> Int {
        try mark(SessionCursor.key)
    }

    /// Returns the last seq that redo leads to: the end of the branch that contains the cursor, or of the newest branch
    /// from there.
    ///
    /// - Complexity: Linear in the branches.
    /// - Throws: `SessionError`.
    package func tip() throws -> Int {
        let (cursor, tip) = (try cursor(), try mark(SessionCursor.tipKey))
        return try newestEnd(from: isAncestor(cursor, of: tip) ? tip : cursor)
    }

    /// Returns the last seq that redo leads to after the cursor has moved to `seq`.
    ///
    /// - Complexity: Linear in the branches.
    /// - Throws: `SessionError`.
    package func tip(movingTo seq: Int) throws -> Int {
        try self.tip(movingTo: seq, from: tip())
    }

    /// Returns the last seq that redo leads to after the cursor has moved to `seq`: still `tip` if `seq` is one of its
    /// ancestors, else the end of the newest branch from `seq`. Undo followed by redo therefore stays on the same branch.
    ///
    /// - Complexity: Linear in the branches.
    /// - Throws: `SessionError`.
    package func tip(movingTo seq: Int, from tip: Int) throws -> Int {
        try isAncestor(seq, of: tip) ? tip : newestEnd(from: seq)
    }

    /// Returns the other end of the cursor's last move, if it was a dispatch at another place or the undo of one: an
    /// earlier action if undo leads there, a later one if redo does.
    private func jump() throws -> Int? {
        let cursor = try cursor()
        let other = SessionCursor.jump(from: cursor, in: try session.facts())
        return other.flatMap { $0 != cursor && $0 >= first && $0 <= last ? $0 : nil }
    }

    /// Returns the seq that `count` steps of undo lead to; fewer steps are taken if the start or a pruned state comes
    /// first. An action that was dispatched at another place than the cursor leads back to where the cursor was.
    ///
    /// - Throws: `TimelineError.nothingToUndo` at the start; `TimelineError.pruned` if the previous state was pruned;
    ///   `SessionError`.
    package func undoTarget(steps count: Int) throws -> Int {
        let cursor = try cursor()
        guard count > 0, let origin = try jump(), origin < cursor else {
            return try undoTarget(from: cursor, steps: count)
        }
        do {
            return try undoTarget(from: origin, steps: count - 1)
        } catch TimelineError.nothingToUndo, TimelineError.pruned {
            return origin
        }
    }

    /// Returns the seq that `count` steps of redo lead to, toward the tip or along `branch`; fewer steps are taken if
    /// an end comes first. After the undo of a dispatch at another place, the first step leads to that action again.
    ///
    /// - Throws: `TimelineError.nothingToRedo` at an end; `TimelineError.notABranch` if `branch` does not start at the
    ///   cursor; `TimelineError.referenceOutOfRange` if there is no such action; `SessionError`.
    package func redoTarget(steps count: Int, branch: Int? = nil) throws -> Int {
        let cursor = try cursor()
        if branch == nil, count > 0, let action = try jump(), action > cursor {
            return try redoTarget(from: action, toward: newestEnd(from: action), steps: count - 1)
        }
        guard let branch else { return try redoTarget(from: cursor, toward: tip(), steps: count) }
        guard branch <= last else { throw TimelineError.referenceOutOfRange(String(branch), last: last) }
        guard try session.children(of: cursor).contains(branch) else {
            throw TimelineError.notABranch(seq: branch, cursor: cursor)
        }
        return try redoTarget(from: cursor, toward: tip(movingTo: branch), steps: count)
    }

    /// Moves the cursor to `seq`, and closes the timeline, as an open reader prevents changes to the session.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while an app records the session: then the cursor belongs to the app.
    package func moveCursor(to seq: Int) throws {
        let tip = try tip(movingTo: seq)
        let jump = try jump() == seq ? try cursor() : nil
        session.close()
        try SessionCursor.move(to: seq, tip: tip, jump: jump, in: session.url)
    }

    private func mark(_ key: String) throws -> Int {
        guard let text = try session.facts()[key] else { return last }
        guard let seq = Int(text), seq >= first, seq <= last else {
            throw SessionError.damaged(path: session.url.path, .malformed(table: "session", column: key, row: 0))
        }
        return seq
    }
}
