/// The states after the latest actions, as the app created them.
///
/// They are values that share their common parts. Evicted states are returned, to be released where no lock is held,
/// because that may run code of the app.
package struct RecentStates {
    /// The default number of states.
    package static let usualLimit = 100

    private var limit: Int
    private var states: [Int: KeptState] = [:]
    /// The seqs in the order of insertion, from `oldest` on.
    private var order: [Int] = []
    private var oldest = 0

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// Returns the state after an action; nil if it is not kept.
    subscript(seq: Int) -> KeptState? {
        states[seq]
    }

    /// Sets the maximum number of states. Returns the evicted ones.
    mutating func setLimit(_ limit: Int) -> [KeptState] {
        self.limit = max(0, limit)
        return trim()
    }

    /// Keeps a state. Returns the evicted ones.
    ///
    /// - Complexity: Amortized O(1).
    mutating func insert(_ state: KeptState, for seq: Int) -> [KeptState] {
        if states.updateValue(state, forKey: seq) == nil { order.append(seq) }
        return trim()
    }

    private mutating func trim() -> [KeptState] {
        var removed: [KeptState] = []
        while order.count - oldest > limit {
            if let state = states.removeValue(forKey: order[oldest]) { removed.append(state) }
            oldest += 1
        }
        if oldest > order.count / 2 {
            order.removeFirst(oldest)
            oldest = 0
        }
        return removed
    }
}
