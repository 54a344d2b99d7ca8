import RewindSession
import RewindTree

/// Goes through a session from its first state, action by action, with the state after each.
package struct StateCursor {
    /// An action, and the states around it: nil where they were made from one that was pruned.
    package struct Transition {
        package let record: ActionRecord
        package let before: Tree?
        package let after: Tree?
    }

    package let session: SessionReader
    /// The seq of the first state, and that state.
    package let first: (seq: Int, state: Tree)
    private var forks: ForkMemory<Tree?>
    private var state: Tree?
    /// The seq of the action that was passed last.
    package private(set) var seq: Int

    /// Stands at the first state.
    ///
    /// - Throws: `SessionError`.
    package init(_ session: SessionReader) throws {
        let seq = try session.firstSeq()
        guard let state = try session.snapshot(seq) else { throw session.damaged(.noInitialState) }
        self.session = session
        first = (seq, state)
        forks = try ForkMemory(session)
        self.seq = seq
        self.state = state
        forks.keep(state, at: seq)
    }

    /// Passes the next action; nil at the end.
    ///
    /// - Throws: `SessionError` when it is damaged. The cursor must not go on then.
    package mutating func next() throws -> Transition? {
        guard let record = try session.action(seq + 1) else { return nil }
        guard record.parent >= 0, record.parent < record.seq else {
            throw session.damaged(.malformed(table: "action", column: "parent", row: record.seq))
        }
        let before = record.parent == seq ? state : forks[record.parent] ?? nil
        var after = before
        if let patch = record.patch {
            if let before {
                guard let result = try? before.applying(patch) else {
                    throw session.damaged(.patchDoesNotApply(seq: record.seq))
                }
                after = result
            } else {
                after = try session.snapshot(record.seq)
            }
        }
        seq = record.seq
        state = after
        forks.keep(after, at: seq)
        return Transition(record: record, before: before, after: after)
    }
}

/// What is known at the seqs that a later branch starts from, for who goes through a session in the order of its log.
package struct ForkMemory<Value> {
    private let forks: Set<Int>
    private var kept: [Int: Value] = [:]

    /// - Complexity: linear in the branches.
    /// - Throws: `SessionError`.
    package init(_ session: SessionReader) throws {
        forks = Set(try session.branches().map(\.parent))
    }

    /// Keeps a value, if a branch starts from `seq`.
    package mutating func keep(_ value: @autoclosure () -> Value, at seq: Int) {
        if forks.contains(seq) { kept[seq] = value() }
    }

    package subscript(seq: Int) -> Value? { kept[seq] }
}
