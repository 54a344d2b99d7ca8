import Foundation
import SessionFile

extension Timeline {
    /// Where the cursor stands: at the last action unless it was moved.
    ///
    /// - Throws: `SessionError`.
    package func cursor() throws -> Int {
        guard let text = try session.facts()[SessionCursor.key] else { return last }
        guard let seq = Int(text), seq >= first, seq <= last else {
            throw SessionError.damaged(
                path: session.url.path,
                .malformed(table: "session", column: SessionCursor.key, row: 0)
            )
        }
        return seq
    }

    /// The seq that `count` steps of undo lead to.
    ///
    /// - Throws: `TimelineError.nothingToUndo` at the start, `TimelineError.pruned` when the state before was pruned;
    ///   fewer steps are taken when either comes first.
    package func undoTarget(steps count: Int) throws -> Int {
        let cursor = try cursor()
        guard cursor > 0 else { throw TimelineError.nothingToUndo }
        var seq = cursor
        for _ in 0..<count where seq > first {
            let parent = try parent(of: seq)
            guard parent >= first else { break }
            seq = parent
        }
        guard seq < cursor || count == 0 else { throw TimelineError.pruned("cursor~1", through: first) }
        return seq
    }

    /// The seq that `count` steps of redo lead to: at a fork along the newest branch, or first along `branch`.
    ///
    /// - Throws: `TimelineError.nothingToRedo` at an end; fewer steps are taken when an end comes first.
    ///   `TimelineError.notABranch` when `branch` does not start at the cursor.
    package func redoTarget(steps count: Int, branch: Int? = nil) throws -> Int {
        var seq = try cursor()
        for step in 0..<count {
            let children = try session.children(of: seq)
            if step == 0, let branch, !children.contains(branch) {
                throw TimelineError.notABranch(seq: branch, cursor: seq)
            }
            guard let next = (step == 0 ? branch : nil) ?? children.last else {
                guard step > 0 else { throw TimelineError.nothingToRedo }
                break
            }
            seq = next
        }
        return seq
    }
}
