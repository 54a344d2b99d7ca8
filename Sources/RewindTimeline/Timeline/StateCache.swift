import RewindTree

/// Recently built states. Neighboring states share nearly all their values.
struct StateCache {
    /// The interval at which states on the way to another one are kept, so that its neighbors are close to one of them.
    static let stride = 16

    /// The maximum number of states, if they are small.
    private static let maximumStates = 24
    /// The maximum total length of the states' texts, in bytes, not counting that states share values.
    private static let capacity = 16 << 20

    /// The approximate text length of a state, in bytes.
    var length = 0
    private var states: [(seq: Int, state: Tree)] = []

    mutating func insert(_ state: Tree, for seq: Int) {
        states.removeAll { $0.seq == seq }
        let count = min(Self.maximumStates, max(2, Self.capacity / max(1, length)))
        if states.count >= count { states.removeFirst(states.count - count + 1) }
        states.append((seq, state))
    }

    /// Returns the state of a seq; nil if it is not in the cache.
    func state(_ seq: Int) -> Tree? {
        states.last { $0.seq == seq }?.state
    }

    /// Returns the latest seq in `seqs` whose state is in the cache.
    func last(in seqs: ClosedRange<Int>) -> Int? {
        states.lazy.map(\.seq).filter(seqs.contains).max()
    }
}
