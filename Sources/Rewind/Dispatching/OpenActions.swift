/// The actions under way: dispatched, and their states are not there yet.
struct OpenActions {
    /// The latest last.
    private(set) var entries: [QueueEntry] = []
    private var hasOverlapped = false

    /// The latest action of a thread.
    func latest(of thread: ThreadID) -> QueueEntry? {
        entries.last { $0.thread == thread }
    }

    /// Adds an action. One that is under way together with another thread's is marked where both find their states in the
    /// store: neither then knows what it finds there of the other.
    mutating func add(_ entry: QueueEntry) {
        if entry.entryPoint.asksStore, !hasOverlapped {
            for other in entries where other.entryPoint.asksStore && other.thread != entry.thread {
                (entry.overlaps, other.overlaps) = (true, true)
            }
        }
        entries.append(entry)
    }

    mutating func remove(_ entry: QueueEntry) {
        if let index = entries.lastIndex(where: { $0 === entry }) { entries.remove(at: index) }
    }

    /// Whether an action that gets its number is the first of those that overlap. What the session says is where that
    /// began, so the others are marked no more.
    mutating func isFirstOverlap(_ entry: QueueEntry) -> Bool {
        guard entry.overlaps, !hasOverlapped else {
            entry.overlaps = false
            return false
        }
        hasOverlapped = true
        return true
    }
}
