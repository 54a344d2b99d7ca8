/// The states of the latest actions, as the app made them.
///
/// They are values: what they have in common is there once. What is no longer kept is given back, to be let go of where
/// no lock is held: code of the app's may run then.
package struct RecentStates {
    /// How many are kept where the app does not say.
    package static let usualLimit = 100

    private var limit: Int
    private var states: [Int: KeptState] = [:]
    /// The seqs in the order in which they came, from `oldest` on.
    private var order: [Int] = []
    private var oldest = 0

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// The state after an action; nil when it is not kept.
    subscript(seq: Int) -> KeptState? {
        states[seq]
    }

    /// Keeps so many from now on.
    mutating func setLimit(_ limit: Int) -> [KeptState] {
        self.limit = max(0, limit)
        return trim()
    }

    /// Keeps a state.
    ///
    /// - Complexity: amortised O(1).
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
