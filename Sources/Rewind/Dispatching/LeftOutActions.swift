/// The actions excluded since the last row of the recording: one row stands for them all.
struct LeftOutActions {
    private var count = 0
    private var at: Int64 = 0
    private var state: QueuedState?

    var isEmpty: Bool { count == 0 }

    /// Counts an excluded action; the first one sets the time `at`.
    ///
    /// - Returns: A state to release.
    mutating func add(at: @autoclosure () -> Int64) -> QueuedState? {
        if count == 0 { self.at = at() }
        count += 1
        return setState(nil)
    }

    /// Sets the state after the last excluded action, if there is one without a row.
    ///
    /// - Returns: A state to release.
    mutating func setState(_ state: QueuedState?) -> QueuedState? {
        guard count > 0 else { return nil }
        let old = self.state
        self.state = state
        return old
    }

    /// Returns the unnumbered row for the excluded actions, if there are any; `state` is the known state after them.
    mutating func take(before state: QueuedState?) -> QueueEntry? {
        guard count > 0 else { return nil }
        let row = QueueEntry(.leftOut(count: count), at: at)
        row.state = state ?? self.state
        if state != nil, let old = self.state { row.outlive([old], of: [old]) }
        self = LeftOutActions()
        return row
    }
}
