import RewindSession
import RewindTree

/// Iterates over a session from its first state, action by action, with the state after each.
package struct StateCursor {
    /// An action and the states before and after it; a state is nil if it depends on a pruned one.
    package struct Transition {
        package let record: ActionRecord
        package let before: Tree?
        package let after: Tree?
    }

    package let session: SessionReader
    /// The seq of the first state, and the state itself.
    package let first: (seq: Int, state: Tree)
    private var states: ForkMemory<Tree?>

    /// Creates a cursor at the first state.
    ///
    /// - Throws: `SessionError`.
    package init(_ session: SessionReader) throws {
        let seq = try session.firstSeq()
        guard let state = try session.snapshot(seq) else { throw session.damaged(.noInitialState) }
        self.session = session
        first = (seq, state)
        states = ForkMemory(state, at: seq, forks: Set(try session.branches().map(\.parent)))
    }

    /// The seq of the last action passed.
    package var seq: Int { states.seq }

    /// The state after it; nil if it depends on a pruned one.
    package var state: Tree? { states.latest }

    /// Advances over the next action. Returns nil at the end.
    ///
    /// - Throws: `SessionError` if the action is damaged.
    package mutating func next() throws -> Transition? {
        try session.action(seq + 1).map { try pass($0) }
    }

    /// Advances over the next action, which was already read.
    ///
    /// - Throws: `SessionError` if the action is damaged: the cursor is then after it, at the last known state.
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

    /// Advances over an unreadable action, and keeps the last known state.
    package mutating func skip(_ seq: Int) {
        states.advance(to: seq, states.latest)
    }

    /// Replaces the current state with `snapshot`, which is equal to it, so that later comparisons find shared nodes.
    package mutating func take(_ snapshot: Tree) {
        states.latest = snapshot
    }
}

/// The values at the last seq, in the order of the log, and at each earlier seq from which a later branch starts.
package struct ForkMemory<Value> {
    private let forks: Set<Int>
    private var kept: [Int: Value] = [:]
    package private(set) var seq: Int
    /// The value at the last seq.
    package var latest: Value

    /// Starts with a value at `seq`; `forks` are the seqs from which branches start.
    package init(_ value: Value, at seq: Int, forks: Set<Int>) {
        self.forks = forks
        self.seq = seq
        latest = value
    }

    /// Advances to a later seq.
    package mutating func advance(to next: Int, _ value: Value) {
        if forks.contains(seq) { kept[seq] = latest }
        (seq, latest) = (next, value)
    }

    /// Accesses the value at the last seq or at one from which a branch starts; nil for others.
    package subscript(seq: Int) -> Value? {
        seq == self.seq ? latest : kept[seq]
    }
}
