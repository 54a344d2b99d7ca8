import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Why no part can be made of a session.
package enum CutError: Error, Hashable, Sendable {
    /// No action lies between the two.
    case noActions(from: Int, to: Int)
    /// The recording does not have the state that action `seq` was applied to; it has that of `next`, where there is such
    /// a one.
    case stateNotKnown(seq: Int, next: Int?)
}

/// Makes a session of a part of another one: of the actions from one to another, branches included.
///
/// All keep their numbers. The part begins with the state that its first action was applied to, under the number before
/// that action's. Of a branch that left before the part, as of one whose start was pruned, what its first action led to is
/// there, and not where it came from.
package enum SessionCut {
    /// What the part holds.
    package struct Report: Sendable {
        package let actions: Int
        package let bookmarks: Int
        /// The length of the file in bytes.
        package let bytes: Int
    }

    /// The name of the fact that says of which session a part is.
    package static let originKey = "part_of"

    /// Writes the actions from `first` to `last` of the session to a new file at `output`.
    ///
    /// - Complexity: linear in the actions of the part.
    /// - Throws: `CutError`, `TimelineError`, `SessionError`; or what `progress` throws. There is no new file then.
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
            of: session,
            at: output,
            beginningAt: first - 1,
            first: walk.state ?? .null,
            facts: [originKey: session.url.lastPathComponent]
        )
        do {
            for seq in first...last {
                if (seq - first) % SessionProgress.stride == 0 {
                    try progress(SessionProgress(.writing, done: seq - first, of: last - first + 1))
                }
                var record = try timeline.action(seq)
                let state = try walk.state(after: record)
                if seq == first {
                    record.parent = first - 1
                } else if record.parent == first - 1, record.parent != parent {
                    // What has this number in the part is another state.
                    record.parent = first - 2
                }
                try part.append(record, state: state)
            }
            let marks = try session.bookmarks().count { number(of: $0.seq, first, last, parent) != nil }
            try part.finish(last: last) { number(of: $0, first, last, parent) }
            let bytes = Int(FileStatus(path: output.path)?.length ?? 0)
            return Report(actions: last - first + 1, bookmarks: marks, bytes: bytes)
        } catch {
            part.discard()
            throw error
        }
    }

    /// The states of the part, each made of the one before it where that is its parent's.
    private struct Walk {
        let timeline: Timeline
        var seq: Int
        var state: Tree?

        /// The state that an action led to; nil where its effect is not known, or what that was done to is gone.
        mutating func state(after record: ActionRecord) throws -> Tree? {
            let before = record.parent == seq ? state : nil
            seq = record.seq
            guard let patch = record.patch else {
                // What comes then goes on from the last known state, as the recording does.
                state = try before ?? known(at: record.seq)
                return nil
            }
            state = try before.flatMap { try? $0.applying(patch) } ?? known(at: record.seq)
            return state
        }

        private func known(at seq: Int) throws -> Tree? {
            do {
                return try timeline.state(at: seq)
            } catch TimelineError.pruned {
                return nil
            }
        }
    }

    /// The number that a state has in the part; nil where it is not in that.
    private static func number(of seq: Int, _ first: Int, _ last: Int, _ parent: Int) -> Int? {
        if seq == parent { return first - 1 }
        return seq >= first && seq <= last ? seq : nil
    }

    /// The next action whose parent's state is known.
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
