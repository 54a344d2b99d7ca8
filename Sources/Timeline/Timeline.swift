import Foundation
import SessionFile
import StateTree

/// A session as a line of states that one can go to. Used from one thread at a time.
package final class Timeline {
    package let session: SessionReader
    /// The seq of the first state: 0, or up to where the session was pruned.
    package let first: Int
    /// The number of the last action, that of the first state when there is none.
    package let last: Int

    /// The state that was asked for last: neighbours are one patch away from it.
    private var recent: (seq: Int, state: Tree)?

    /// Opens the session at `url`.
    ///
    /// - Throws: `SessionError`.
    package init(opening url: URL) throws {
        session = try SessionReader(opening: url)
        first = try session.firstSeq()
        last = try session.lastSeq()
    }

    /// The state right after action `seq`, or the first one. Where an action's effect is not known, the last state that
    /// is.
    ///
    /// - Complexity: the patches since the nearest snapshot, at most 256.
    /// - Throws: `SessionError`, `TimelineError.pruned` where the state was made from one that was pruned too.
    package func state(at seq: Int) throws -> Tree {
        var pending: [(seq: Int, patch: Patch)] = []
        var current = seq
        var base: Tree?
        while base == nil {
            if isPruned(current) {
                throw TimelineError.pruned(String(seq), through: first)
            } else if let recent, recent.seq == current {
                base = recent.state
            } else if let snapshot = try session.snapshot(current) {
                base = snapshot
            } else if current <= first {
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

    /// The seq whose state action `seq` was applied to; for the first state, its own.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned` when `seq` is before the first state.
    package func parent(of seq: Int) throws -> Int {
        guard !isPruned(seq) else { throw TimelineError.pruned(String(seq), through: first) }
        return seq == first ? first : try session.step(seq).parent
    }

    private func isPruned(_ seq: Int) -> Bool {
        first > 0 && seq < first
    }

    /// The seq that `reference` names.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    package func seq(of reference: Reference) throws -> Int {
        var seq: Int
        switch reference.base {
        case .seq(let number): seq = number
        case .start: seq = first
        case .end: seq = last
        case .cursor: seq = try cursor()
        case .bookmark(let name):
            guard let marked = try session.bookmark(name) else { throw TimelineError.noSuchBookmark(name) }
            seq = marked
        }
        guard seq <= last else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        for _ in 0..<reference.steps where seq >= first {
            guard seq > 0 else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
            seq = seq == first ? first - 1 : try parent(of: seq)
        }
        guard !isPruned(seq) else { throw TimelineError.pruned(reference.text, through: first) }
        return seq
    }
}
