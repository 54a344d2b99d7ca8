import RewindTree

/// States that were made lately. Those that follow each other share nearly all they have.
struct StateCache {
    /// The distance of states that are kept on the way to another one, so that its neighbours are not far from one.
    static let stride = 16

    /// How many states are kept when they are small.
    private static let mostStates = 24
    /// The text that the states may have together, were they to share nothing, in bytes.
    private static let capacity = 16 << 20

    /// About how long the text of a state is, in bytes.
    var length = 0
    private var states: [(seq: Int, state: Tree)] = []

    /// Keeps a state.
    mutating func insert(_ state: Tree, for seq: Int) {
        states.removeAll { $0.seq == seq }
        let count = min(Self.mostStates, max(2, Self.capacity / max(1, length)))
        if states.count >= count { states.removeFirst(states.count - count + 1) }
        states.append((seq, state))
    }

    /// The state of a seq, nil when it is not kept.
    func state(_ seq: Int) -> Tree? {
        states.last { $0.seq == seq }?.state
    }

    /// The latest seq in `seqs` whose state is kept.
    func last(in seqs: ClosedRange<Int>) -> Int? {
        states.lazy.map(\.seq).filter(seqs.contains).max()
    }
}
