import Foundation
import SessionFile
import StateTree

/// A session as a line of states that one can go to. Used from one thread at a time.
package final class Timeline {
    package let session: SessionReader
    /// The number of the last action.
    package let last: Int

    /// The state that was asked for last: neighbours are one patch away from it.
    private var recent: (seq: Int, state: Tree)?

    /// Opens the session at `url`.
    ///
    /// - Throws: `SessionError`.
    package init(opening url: URL) throws {
        session = try SessionReader(opening: url)
        last = try session.lastSeq()
    }

    /// The state right after action `seq`, or the initial one for 0. Where an action's effect is not known, the last
    /// state that is.
    ///
    /// - Complexity: the patches since the nearest snapshot, at most 256.
    /// - Throws: `SessionError`.
    package func state(at seq: Int) throws -> Tree {
        var pending: [(seq: Int, patch: Patch)] = []
        var current = seq
        var base: Tree?
        while base == nil {
            if let recent, recent.seq == current {
                base = recent.state
            } else if let snapshot = try session.snapshot(current) {
                base = snapshot
            } else if current <= 0 {
                throw SessionError.damaged(path: session.url.path, .noInitialState)
            } else {
                let step = try session.step(current)
                // A parent that is not older would lead in a circle.
                guard step.parent < current else {
                    throw SessionError.damaged(
                        path: session.url.path,
                        .malformed(table: "action", column: "parent", row: current)
                    )
                }
                if let patch = step.patch { pending.append((current, patch)) }
                current = step.parent
            }
        }
        var state = base ?? .null
        for (seq, patch) in pending.reversed() {
            do {
                state = try state.applying(patch)
            } catch {
                throw SessionError.damaged(path: session.url.path, .patchDoesNotApply(seq: seq))
            }
        }
        recent = (seq, state)
        return state
    }

    /// The seq whose state action `seq` was applied to; 0 for 0.
    ///
    /// - Throws: `SessionError`.
    package func parent(of seq: Int) throws -> Int {
        seq == 0 ? 0 : try session.step(seq).parent
    }

    /// The seq that `reference` names.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    package func seq(of reference: Reference) throws -> Int {
        var seq: Int
        switch reference.base {
        case .seq(let number): seq = number
        case .start: seq = 0
        case .end: seq = last
        case .cursor: seq = try cursor()
        case .bookmark(let name):
            guard let marked = try session.bookmark(name) else { throw TimelineError.noSuchBookmark(name) }
            seq = marked
        }
        guard seq <= last else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        for _ in 0..<reference.steps {
            guard seq > 0 else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
            seq = try parent(of: seq)
        }
        return seq
    }
}
