/// The unfinished actions: dispatched, but without a resulting state yet.
struct OpenActions {
    /// The actions in order, latest last.
    private(set) var entries: [QueueEntry] = []
    private var hasOverlapped = false

    /// Returns the latest action of a thread.
    func latest(of thread: ThreadID) -> QueueEntry? {
        entries.last { $0.thread == thread }
    }

    /// Adds an action. If it overlaps with an action of another thread and both read their states from the store, both
    /// are marked: each state may contain effects of the other action.
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

    /// Returns true if an action, which is about to be numbered, is the first of those that overlap. The session
    /// records only where overlapping began, so later actions are no longer marked.
    mutating func isFirstOverlap(_ entry: QueueEntry) -> Bool {
        guard entry.overlaps, !hasOverlapped else {
            entry.overlaps = false
            return false
        }
        hasOverlapped = true
        return true
    }
}
