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
    private var states: ForkMemory<Tree?>

    /// Stands at the first state.
    ///
    /// - Throws: `SessionError`.
    package init(_ session: SessionReader) throws {
        let seq = try session.firstSeq()
        guard let state = try session.snapshot(seq) else { throw session.damaged(.noInitialState) }
        self.session = session
        first = (seq, state)
        states = ForkMemory(state, at: seq, forks: Set(try session.branches().map(\.parent)))
    }

    /// The seq of the action that was passed last.
    package var seq: Int { states.seq }

    /// The state after it; nil where it was made from one that was pruned.
    package var state: Tree? { states.latest }

    /// Passes the next action; nil at the end.
    ///
    /// - Throws: `SessionError` when it is damaged.
    package mutating func next() throws -> Transition? {
        try session.action(seq + 1).map { try pass($0) }
    }

    /// Passes the next action, which was read already.
    ///
    /// - Throws: `SessionError` when it is damaged: then the cursor is behind it, with the last state that is known.
    package mutating func pass(_ record: ActionRecord) throws -> Transition {
        let before = states[record.parent] ?? nil
        defer { if states.seq < record.seq { skip(record.seq) } }
        guard record.parent >= 0, record.parent < record.seq else {
            throw session.damaged(.malformed(table: "action", column: "parent", row: record.seq))
        }
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
        states.advance(to: record.seq, after)
        return Transition(record: record, before: before, after: after)
    }

    /// Passes an action that cannot be read, with the last state that is known.
    package mutating func skip(_ seq: Int) {
        states.advance(to: seq, states.latest)
    }

    /// Takes `snapshot` for the state here, which is equal to it: so later comparisons meet shared nodes.
    package mutating func take(_ snapshot: Tree) {
        states.latest = snapshot
    }
}

/// The value at the last seq of those gone through in the order of the log, and at each that a later branch starts from.
package struct ForkMemory<Value> {
    private let forks: Set<Int>
    private var kept: [Int: Value] = [:]
    /// The last seq.
    package private(set) var seq: Int
    /// The value there.
    package var latest: Value

    /// Begins with a value at `seq`; `forks` are the seqs that branches start from.
    package init(_ value: Value, at seq: Int, forks: Set<Int>) {
        (self.forks, self.seq, latest) = (forks, seq, value)
    }

    /// Goes on to a later seq.
    package mutating func advance(to next: Int, _ value: Value) {
        if forks.contains(seq) { kept[seq] = latest }
        (seq, latest) = (next, value)
    }

    /// The value at the last seq, or at one that a branch starts from; nil at others.
    package subscript(seq: Int) -> Value? {
        seq == self.seq ? latest : kept[seq]
    }
}
