import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// An error in extracting a part of a session.
package enum CutError: Error, Hashable, Sendable {
    /// There is no action in the range.
    case noActions(from: Int, to: Int)
    /// The recording does not have the state that action `seq` was applied to; `next` is the next action for which it
    /// does, if any.
    case stateNotKnown(seq: Int, next: Int?)
}

/// Extracts a range of actions, including branches, into a new session.
///
/// Actions keep their seqs. The first state is the one that the first action was applied to, with the preceding seq. If
/// a branch starts from a state before the range, or from a pruned one, the new session contains the state after its
/// first action, but not the one it started from.
///
/// Effects keep their ids. The part has those that a session pruned to its first state would have, and the outcomes up to
/// its last action; a cause that is not in the part remains as a number without a row.
package enum SessionCut {
    /// The contents of the new session.
    package struct Report: Sendable {
        package let actions: Int
        package let bookmarks: Int
        /// The length of the file, in bytes.
        package let bytes: Int
    }

    /// The key of the fact that contains the name of the original session.
    package static let originKey = "part_of"

    /// Writes the actions from `first` to `last` of the session to a new file at `output`.
    ///
    /// - Complexity: Linear in the actions of the range.
    /// - Throws: `CutError`, `TimelineError`, `SessionError`, or an error of `progress`. No file is written then.
    package static func run(
        _ timeline: Timeline,
        from first: Int,
        to last: Int,
        to output: URL,
        progress: SessionProgress.Handler = { _ in }
    ) throws -> Report {
        guard first > timeline.first, first <= last, last <= timeline.last else {
            throw CutError.noActions(from: first, to: last)
        }
        let parent = try timeline.parent(of: first)
        guard parent >= timeline.first, try timeline.gap(endingWith: parent) == nil else {
            throw CutError.stateNotKnown(seq: first, next: try nextStart(after: first, in: timeline))
        }
        let session = timeline.session
        var walk = Walk(timeline: timeline, seq: parent, state: try timeline.state(at: parent))
        let part = try DerivedSession(
            at: output,
            facts: session.facts(),
            adding: [originKey: session.url.lastPathComponent],
            beginningAt: first - 1,
            first: walk.state ?? .null
        )
        for seq in first...last {
            try SessionProgress.step(.writing, seq - first, of: last - first + 1, progress)
            var record = try timeline.action(seq)
            let state = try walk.state(after: record)
            if seq == first {
                record.parent = first - 1
            } else if record.parent == first - 1, record.parent != parent {
                // In the new session, this seq has another state.
                record.parent = first - 2
            }
            try part.append(record, state: state)
        }
        try part.write { try copyEffects(of: session, from: first - 1, to: last, with: $0) }
        let marks = try session.bookmarks().count { number(of: $0.seq, first, last, parent) != nil }
        try part.finish(last: last, bookmarks: session.readableBookmarks()) { number(of: $0, first, last, parent) }
        let bytes = Int(FileStatus(path: output.path)?.length ?? 0)
        return Report(actions: last - first + 1, bookmarks: marks, bytes: bytes)
    }

    /// Copies the effects that began between two states, or were under way at the first one.
    private static func copyEffects(
        of session: SessionReader,
        from first: Int,
        to last: Int,
        with transaction: SessionWriter.Transaction
    ) throws {
        let condition = """
            WHERE effect.seq <= ?1 AND (effect.seq >= ?2
                OR (kind = 'effect' OR kind = 'flow') AND coalesce(outcome.seq, ?2) >= ?2)
            ORDER BY effect.id
            """
        try session.forEachEffect(condition, [last, first]) { row in
            try transaction.append(row.effect)
            if let outcome = row.outcome, outcome.seq <= last { try transaction.append(outcome) }
            return true
        }
    }

    /// Computes the states of the range, each from the previous one if that is its parent.
    private struct Walk {
        let timeline: Timeline
        var seq: Int
        var state: Tree?

        /// Returns the state after an action; nil if its effect is not known or its parent's state was pruned.
        mutating func state(after record: ActionRecord) throws -> Tree? {
            let before = record.parent == seq ? state : nil
            seq = record.seq
            guard let patch = record.patch else {
                // Later patches apply to the last known state, as in the recording.
                state = try before ?? known(at: record.seq)
                return nil
            }
            state = try before.flatMap { try? $0.applying(patch) } ?? known(at: record.seq)
            return state
        }

        private func known(at seq: Int) throws -> Tree? {
            try Timeline.unlessPruned { try timeline.state(at: seq) }
        }
    }

    /// Returns the seq of a state in the new session; nil if it is not part of it.
    private static func number(of seq: Int, _ first: Int, _ last: Int, _ parent: Int) -> Int? {
        if seq == parent { return first - 1 }
        return seq >= first && seq <= last ? seq : nil
    }

    /// Returns the next action whose parent's state is known.
    private static func nextStart(after seq: Int, in timeline: Timeline) throws -> Int? {
        var next = seq + 1
        while next <= timeline.last {
            let parent = try timeline.parent(of: next)
            if parent >= timeline.first, try timeline.gap(endingWith: parent) == nil { return next }
            next += 1
        }
        return nil
    }
}

extension CutError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noActions(let first, let last): "The session has no actions from \(first) to \(last)."
        case .stateNotKnown(let seq, _):
            "A part cannot start with action \(seq): the state before it is unknown."
        }
    }
}
