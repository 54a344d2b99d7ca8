import Foundation
import RewindTree

/// Goes through a session from its first state, action by action, with the state after each.
struct SessionWalk {
    /// An action, and the states around it: nil where they were made from one that was pruned.
    struct Step {
        let record: ActionRecord
        let before: Tree?
        let after: Tree?
    }

    let session: SessionReader
    /// The seq of the first state, and that state.
    let first: (seq: Int, state: Tree)
    /// The states that a later branch starts from; they share all they have in common.
    private var kept: [Int: Tree] = [:]
    private let forks: Set<Int>
    private var state: Tree?
    /// The seq of the action that was walked over last.
    private(set) var seq: Int

    /// Stands at the first state.
    ///
    /// - Throws: `SessionError`.
    init(_ session: SessionReader) throws {
        let seq = try session.firstSeq()
        guard let state = try session.snapshot(seq) else {
            throw SessionError.damaged(path: session.path, .noInitialState)
        }
        self.session = session
        first = (seq, state)
        forks = Set(try session.branches().map(\.parent))
        self.seq = seq
        self.state = state
        if forks.contains(seq) { kept[seq] = state }
    }

    /// Walks over the next action; nil at the end.
    ///
    /// - Throws: `SessionError` when it is damaged. The walk must not go on then.
    mutating func next() throws -> Step? {
        guard let record = try session.action(seq + 1) else { return nil }
        let before = try parentState(of: record)
        var after = before
        if let patch = record.patch {
            if let before {
                guard let result = try? before.applying(patch) else {
                    throw SessionError.damaged(path: session.path, .patchDoesNotApply(seq: record.seq))
                }
                after = result
            } else {
                after = try session.snapshot(record.seq)
            }
        }
        seq = record.seq
        state = after
        if forks.contains(seq) { kept[seq] = after }
        return Step(record: record, before: before, after: after)
    }

    /// Calls `step` from time to time.
    ///
    /// - Throws: what `step` throws.
    func tell(_ stage: SessionProgress.Stage, of total: Int?, _ step: SessionProgress.Step) throws {
        let done = seq - first.seq
        if done % SessionProgress.stride == 0 { try step(SessionProgress(stage, done: done, of: total)) }
    }

    private func parentState(of record: ActionRecord) throws -> Tree? {
        if record.parent == seq { return state }
        guard record.parent >= 0, record.parent < record.seq else {
            throw SessionError.damaged(
                path: session.path,
                .malformed(table: "action", column: "parent", row: record.seq)
            )
        }
        return kept[record.parent]
    }
}
