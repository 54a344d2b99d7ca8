import RewindSession

/// Where a store is in the session that is recorded of it.
package struct StoreCursor {
    /// The number of the last action.
    package private(set) var last = 0
    /// The action whose state the store has.
    package private(set) var position = 0
    /// The action that redo leads to in the end.
    package private(set) var tip = 0

    /// Whether the store has a state of the past.
    package var isInPast: Bool { position != tip }

    /// What the next action starts; nil where it follows the last one.
    var branch: CrashLogLine.Branch? {
        position == last ? nil : CrashLogLine.Branch(next: last + 1, parent: position)
    }

    /// Gives an action its number, and the one whose state it was applied to.
    mutating func advance() -> (seq: Int, parent: Int) {
        let parent = position
        last += 1
        (position, tip) = (last, last)
        return (last, parent)
    }

    /// Notes that the store has gone to the state of `seq`, from where redo leads to `tip`.
    mutating func move(to seq: Int, tip: Int) {
        (position, self.tip) = (seq, tip)
    }
}
