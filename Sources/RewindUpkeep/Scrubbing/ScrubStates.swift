import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Reads the states of a session that a scrub must look at.
final class ScrubStates {
    /// An action, and the states before and after it; a state is nil if it depends on a pruned one.
    struct Step {
        let record: ActionRecord
        let before: Tree?
        let after: Tree?
    }

    let session: SessionReader
    private let timeline: Timeline
    /// The seqs of snapshots.
    private let snapshots: Set<Int>
    /// The state after the action that was last looked at: usually the next action starts from it.
    private var latest: (seq: Int, state: Tree)?

    /// Opens the session at `url`.
    ///
    /// - Throws: `SessionError`.
    init(opening url: URL) throws {
        timeline = try Timeline(opening: url)
        session = timeline.session
        snapshots = Set(try session.snapshots(from: timeline.first))
    }

    /// The seq of the first state.
    var first: Int { timeline.first }
    /// The seq of the last action.
    var last: Int { timeline.last }

    /// Returns the first state.
    ///
    /// - Throws: `SessionError`, `.damaged` if it is missing.
    func firstState() throws -> Tree {
        guard let state = try session.snapshot(first) else { throw session.damaged(.noInitialState) }
        return state
    }

    /// Returns the snapshot at `seq`; nil if none exists.
    ///
    /// - Throws: `SessionError`.
    func snapshot(_ seq: Int) throws -> Tree? {
        snapshots.contains(seq) ? try session.snapshot(seq) : nil
    }

    /// Returns an action with the states before and after it.
    ///
    /// - Complexity: O(1) after the action before. Otherwise, linear in the patches since the nearest snapshot.
    /// - Throws: `SessionError`.
    func step(_ record: ActionRecord) throws -> Step {
        let before = try state(at: record.parent)
        guard let patch = record.patch else { return Step(record: record, before: before, after: before) }
        guard let before else { return Step(record: record, before: nil, after: try snapshot(record.seq)) }
        guard let after = try? before.applying(patch) else {
            throw session.damaged(.patchDoesNotApply(seq: record.seq))
        }
        latest = (record.seq, after)
        return Step(record: record, before: before, after: after)
    }

    private func state(at seq: Int) throws -> Tree? {
        if let latest, latest.seq == seq { return latest.state }
        return try Timeline.unlessPruned { try timeline.state(at: seq) }
    }

    /// Calls `body` with each snapshot, and with each action that the filter does not rule out. Every value that the
    /// filter is for is in one of their states, patches or payloads.
    ///
    /// - Complexity: Linear in the size of the log.
    /// - Throws: `SessionError`, or an error of `progress`.
    func forEachChange(
        _ filter: ScrubFilter,
        _ progress: SessionProgress.Handler,
        snapshot body: (Tree) -> Void,
        step: (Step) -> Void
    ) throws {
        var (filter, expected) = (filter, first + 1)
        body(try firstState())
        try session.forEachRow([.payload, .patch], in: first + 1...max(first + 1, last)) { row in
            let seq = row.seq
            guard seq == expected else { return false }
            expected += 1
            try SessionProgress.step(.reading, seq - first, of: last - first, progress)
            if filter.mayChange(payload: row.text(.payload), patch: row.text(.patch)),
                let record = try session.action(seq)
            {
                step(try self.step(record))
            }
            try snapshot(seq).map(body)
            return true
        }
    }
}
