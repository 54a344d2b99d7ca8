import Foundation

/// The dispatching side's end of the bounded queue: entries go in in their order, and those for which there is no room
/// become one gap, which goes in before anything that comes after it.
///
/// All of it happens under the recorder's lock; `afterwards` is what has to wait until that is free.
struct QueueFeed {
    /// What is to be done once the lock is free: code of the app's may run in that, and it may take a while.
    struct Afterwards {
        /// How long the dispatch waits, in nanoseconds.
        var pause: UInt64 = 0
        /// States to let go of.
        var released: [AnyObject] = []
        /// States to let go of on another thread.
        var outgoing: [QueuedState] = []

        var isNothing: Bool { pause == 0 && released.isEmpty && outgoing.isEmpty }

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
    /// The actions for which there was no room since the last one for which there was.
    private var gap: QueueEntry?
    /// How many actions there was no room for.
    private(set) var droppedCount = 0
    private(set) var afterwards = Afterwards()
    /// A Boolean value that indicates whether the next action is to be encoded before it goes into the queue.
    private(set) var measuresNext = false

    init(_ queue: BoundedQueue<QueueEntry>, _ options: RecorderOptions) {
        self.queue = queue
        self.options = options
    }

    /// Puts an entry into the queue; where there is no room, it becomes part of the gap.
    ///
    /// What a call has waited for the lock since `start` counts: other threads that waited for room had it meanwhile.
    mutating func add(_ entry: QueueEntry, since start: UInt64) {
        // A gap, which takes little, is not to end where what comes after it has no room.
        let isGapToEnd = gap == nil || queue.hasRoom(for: entry)
        if isGapToEnd, addGap(), offer(entry, longestWait: options.longestWaitSeconds, since: start) { return }
        letGo(gap?.state)
        gap = QueueEntry(gap: gap, through: entry)
        droppedCount += 1
    }

    /// Puts the state before the first action into the queue; without room there is none.
    mutating func addInitialState(_ entry: QueueEntry, since start: UInt64) {
        _ = offer(entry, longestWait: options.longestWaitSeconds, since: start)
    }

    /// Puts an entry into the queue for which there must be room.
    mutating func addInAnyCase(_ entry: QueueEntry) {
        if let gap, queue.push(gap) { endGap(gap) }
        _ = queue.push(entry)
    }

    var hasGap: Bool { gap != nil }

    /// Whether the queue takes nothing more.
    var isClosed: Bool { queue.isClosedNow }

    /// Puts the gap into the queue, if there is one; false while there is no room.
    mutating func addGap() -> Bool {
        guard let gap else { return true }
        guard offer(gap, longestWait: 0, since: 0) else { return false }
        endGap(gap)
        return true
    }

    /// Puts what is left into the queue, the gap first, and closes it. Where it was closed already, the actions under way
    /// are lost.
    mutating func close(adding last: [QueueEntry]) {
        var last = last
        if let gap {
            last.insert(gap, at: 0)
            endGap(gap)
        }
        if !queue.close(adding: last) { droppedCount += last.count(where: \.isOpen) }
    }

    /// Lets go of a state of the app's once the lock is free, on another thread.
    mutating func letGo(_ state: QueuedState?) {
        if let state { afterwards.outgoing.append(state) }
    }

    /// What is to be done now that the lock is about to be free.
    mutating func takeAfterwards() -> Afterwards {
        defer { afterwards = Afterwards() }
        return afterwards
    }

    private mutating func endGap(_ gap: QueueEntry) {
        self.gap = nil
        options.tell(.dropped(seqs: gap.firstSeq...gap.seq))
    }

    private mutating func offer(_ entry: QueueEntry, longestWait: TimeInterval, since start: UInt64) -> Bool {
        let offer = queue.offer(entry, longestWait: longestWait, since: start)
        afterwards.pause = max(afterwards.pause, offer.pause)
        measuresNext = offer.measuresNext
        if !offer.released.isEmpty { afterwards.released += offer.released }
        return offer.isTaken
    }
}
