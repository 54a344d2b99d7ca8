import Foundation

/// The dispatching end of the bounded queue. Entries are added in their order. Entries that do not fit become one gap,
/// which is added before anything that comes after it.
///
/// Used only under the recorder's lock; `deferredWork` is the work that must wait until the lock is released.
struct QueueWriter {
    /// Work for after the lock is released: it may run code of the app, and may take a while.
    struct DeferredWork {
        /// The pause of the dispatch, in nanoseconds.
        var pause: UInt64 = 0
        /// States to release.
        var released: [AnyObject] = []
        /// States to release on another thread.
        var outgoing: [QueuedState] = []

        var isEmpty: Bool { pause == 0 && released.isEmpty && outgoing.isEmpty }

        mutating func run() {
            released.removeAll()
            if !outgoing.isEmpty {
                let states = outgoing
                outgoing = []
                DispatchQueue.global(qos: .utility).async { withExtendedLifetime(states) {} }
            }
            if pause > 0 { Thread.sleep(forTimeInterval: TimeInterval(pause) / 1e9) }
        }
    }

    private let queue: BoundedQueue<QueueEntry>
    private let options: RecorderOptions
    /// The actions since the last one that fit.
    private var gap: QueueEntry?
    /// The number of actions that did not fit.
    private(set) var droppedCount = 0
    private(set) var deferredWork = DeferredWork()
    /// True if the next action is to be encoded before it is added to the queue.
    private(set) var measuresNext = false

    init(_ queue: BoundedQueue<QueueEntry>, _ options: RecorderOptions) {
        self.queue = queue
        self.options = options
    }

    /// Adds an entry to the queue; if it does not fit, it becomes part of the gap.
    ///
    /// The time since `start`, which the call spent waiting for the lock, counts as waiting for the queue: another
    /// thread may have held the lock while it waited for the queue.
    mutating func add(_ entry: QueueEntry, since start: UInt64) {
        // A gap is small and nearly always fits. It must not end before the entry after it fits, too.
        let isGapToEnd = gap == nil || queue.hasRoom(for: entry)
        if isGapToEnd, addGap(), offer(entry, longestWait: options.longestWaitSeconds, since: start) { return }
        release(gap?.state)
        gap = QueueEntry(gap: gap, through: entry)
        droppedCount += 1
    }

    /// Adds the state before the first action to the queue; if it does not fit, the state is lost.
    mutating func addInitialState(_ entry: QueueEntry, since start: UInt64) {
        _ = offer(entry, longestWait: options.longestWaitSeconds, since: start)
    }

    /// Adds an effect or an outcome to the queue. Returns false if it does not fit.
    mutating func addEffect(_ entry: QueueEntry, since start: UInt64) -> Bool {
        offer(entry, longestWait: options.longestWaitSeconds, since: start)
    }

    /// Adds an entry to the queue, regardless of its limits.
    mutating func addInAnyCase(_ entry: QueueEntry) {
        if let gap, queue.push(gap) { endGap(gap) }
        _ = queue.push(entry)
    }

    var hasGap: Bool { gap != nil }

    /// True if the queue is closed.
    var isClosed: Bool { queue.isClosedNow }

    /// Adds the gap to the queue, if there is one. Returns false if it does not fit.
    mutating func addGap() -> Bool {
        guard let gap else { return true }
        guard offer(gap, longestWait: 0, since: 0) else { return false }
        endGap(gap)
        return true
    }

    /// Adds everything that is left to the queue, the gap first, and closes it. If it was already closed, the
    /// unfinished actions are lost.
    mutating func close(adding last: [QueueEntry]) {
        var last = last
        if let gap {
            last.insert(gap, at: 0)
            endGap(gap)
        }
        if !queue.close(adding: last) { droppedCount += last.count(where: \.isOpen) }
    }

    /// Releases a state of the app after the lock is released, on another thread.
    mutating func release(_ state: QueuedState?) {
        if let state { deferredWork.outgoing.append(state) }
    }

    /// Returns the work to do after the lock is released.
    mutating func takeDeferredWork() -> DeferredWork {
        defer { deferredWork = DeferredWork() }
        return deferredWork
    }

    private mutating func endGap(_ gap: QueueEntry) {
        self.gap = nil
        options.tell(.dropped(seqs: gap.firstSeq...gap.seq))
    }

    private mutating func offer(_ entry: QueueEntry, longestWait: TimeInterval, since start: UInt64) -> Bool {
        let offer = queue.offer(entry, longestWait: longestWait, since: start)
        deferredWork.pause = max(deferredWork.pause, offer.pause)
        measuresNext = offer.measuresNext
        if !offer.released.isEmpty { deferredWork.released += offer.released }
        return offer.isTaken
    }
}
