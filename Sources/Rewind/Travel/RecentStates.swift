/// The states after the latest actions, as the app created them.
///
/// They are values that share their common parts. Evicted states are returned, to be released where no lock is held,
/// because that may run code of the app.
package struct RecentStates {
    /// The bounds of the kept states.
    package struct Limits: Sendable {
        /// The maximum number of states.
        package var count = 100
        /// The approximate maximum size of the states in bytes. The newest state is kept in any case.
        package var bytes = 64 << 20

        package init() {}
    }

    private struct Kept {
        let state: KeptState
        var bytes: Int
    }

    /// The approximate size of a state that shares all its parts with the previous one, in bytes.
    private static let minimumBytes = 512

    package private(set) var limits = Limits()
    /// True if states were evicted.
    package private(set) var hasEvicted = false
    private var states: [Int: Kept] = [:]
    private var bytes = 0
    /// The seqs in the order of insertion, from `oldest` on.
    private var order: [Int] = []
    private var oldest = 0

    /// Returns the state after an action; nil if it is not kept.
    subscript(seq: Int) -> KeptState? {
        states[seq]?.state
    }

    /// The state of the latest action.
    package var newest: KeptState? {
        order.last.flatMap { self[$0] }
    }

    /// The number of kept states.
    package var count: Int {
        order.count - oldest
    }

    /// Sets the limits. Returns the evicted states.
    mutating func setLimits(_ limits: Limits) -> [KeptState] {
        self.limits = limits
        return trim()
    }

    /// Keeps a state, with the number of bytes that it does not share with the previous one. Returns the evicted states.
    ///
    /// - Complexity: Amortized O(1).
    mutating func insert(_ state: KeptState, for seq: Int, bytes: Int) -> [KeptState] {
        let kept = Kept(state: state, bytes: Self.minimumBytes + bytes)
        if let old = states.updateValue(kept, forKey: seq) { self.bytes -= old.bytes } else { order.append(seq) }
        self.bytes += kept.bytes
        return trim()
    }

    /// Corrects the number of bytes of a state, once it is known. Returns the evicted states.
    ///
    /// - Complexity: Amortized O(1).
    mutating func setBytes(_ bytes: Int, for seq: Int) -> [KeptState] {
        guard let old = states[seq]?.bytes else { return [] }
        states[seq]?.bytes = Self.minimumBytes + bytes
        self.bytes += Self.minimumBytes + bytes - old
        return trim()
    }

    private mutating func trim() -> [KeptState] {
        var removed: [KeptState] = []
        while count > max(0, limits.count) || bytes > limits.bytes && count > 1 {
            hasEvicted = true
            if let kept = states.removeValue(forKey: order[oldest]) {
                bytes -= kept.bytes
                removed.append(kept.state)
            }
            oldest += 1
        }
        if oldest > order.count / 2 {
            order.removeFirst(oldest)
            oldest = 0
        }
        return removed
    }
}
