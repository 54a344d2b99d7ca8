/// The actions that were left out of the recording since the last one that has a row: one row stands for them all.
struct LeftOutActions {
    private var count = 0
    private var at: Int64 = 0
    private var state: QueuedState?

    var isEmpty: Bool { count == 0 }

    /// Adds an action that was dispatched at `at`, if it is the first.
    ///
    /// - Returns: a state that is no longer kept.
    mutating func add(at: @autoclosure () -> Int64) -> QueuedState? {
        if count == 0 { self.at = at() }
        count += 1
        return setState(nil)
    }

    /// Notes the state after the last one, if they have no row yet.
    ///
    /// - Returns: a state that is no longer kept.
    mutating func setState(_ state: QueuedState?) -> QueuedState? {
        guard count > 0 else { return nil }
        let old = self.state
        self.state = state
        return old
    }

    /// What stands for them, if there are any, without a number; `state` is the one after them, if that is known.
    mutating func take(before state: QueuedState?) -> QueueEntry? {
        guard count > 0 else { return nil }
        let row = QueueEntry(.leftOut(count: count), at: at)
        row.state = state ?? self.state
        if state != nil, let old = self.state { row.outlive([old], of: [old]) }
        self = LeftOutActions()
        return row
    }
}
