import RewindSession

/// The position of a store in its session.
package struct StoreCursor {
    /// The number of the last action.
    package private(set) var last = 0
    /// The action after which the store had its current state.
    package private(set) var position = 0
    /// The last action that redo can reach.
    package private(set) var tip = 0

    /// True if the state of the store is in the past.
    package var isInPast: Bool { position != tip }

    /// The branch that the next action starts; nil if it follows the last one.
    var branch: CrashLogLine.Branch? {
        position == last ? nil : CrashLogLine.Branch(next: last + 1, parent: position)
    }

    /// Assigns the next action its number and its parent.
    mutating func advance() -> (seq: Int, parent: Int) {
        let parent = position
        last += 1
        (position, tip) = (last, last)
        return (last, parent)
    }

    /// Records that the store has moved to the state of `seq`, from where redo can reach `tip`.
    mutating func move(to seq: Int, tip: Int) {
        (position, self.tip) = (seq, tip)
    }
}
