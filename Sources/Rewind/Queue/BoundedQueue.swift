import Foundation
import RewindTree

/// A bounded queue from the dispatching threads to the one writer.
///
/// It is bounded in numbers and in bytes (`QueueLoad`). As it fills, each dispatch waits a little. Where there is no room
/// for one more state, the newest one that waits is let go of: its action stays, and what it changed is recorded together
/// with what the next one did. Only where there is no room for an action is that refused.
///
/// Waking a thread costs the waker microseconds, so the writer is woken only when it sleeps. While elements come, it
/// looks by itself every few milliseconds.
///
/// Sound to share because every access to its state happens under `condition`. Elements pass from one thread to
/// another once.
final class BoundedQueue<Element: Queued>: @unchecked Sendable {
    /// What came of an offer.
    struct Offer {
        /// Whether the element is in the queue.
        let isTaken: Bool
        /// How long the dispatch should wait now, in nanoseconds, once it holds no lock.
        var pause: UInt64 = 0
        /// States that are no longer kept, to be let go of where no lock is held.
        var released: [AnyObject] = []
        /// True if the next action is to be measured before it is offered.
        var measuresNext = false
    }

    /// How often the writer looks while elements come, in seconds.
    private static var interval: TimeInterval { 0.002 }
    /// How many looks in vain send the writer to sleep.
    private static var patience: Int { 100 }
    /// The part of the longest wait that is waited for room for a state alone.
    private static var partForStates: Double { 1 / 40 }
    /// For how long all dispatches together pause while the writer gets nothing done, in nanoseconds: one that hangs makes
    /// no room.
    private static var longestPauses: UInt64 { 2_000_000_000 }

    private let condition = NSCondition()
    private var load: QueueLoad
    private var elements: [Element] = []
    /// How many elements have come, and how many of them the writer is done with.
    private var (offered, handled) = (0, 0)
    private var isClosed = false
    private var isAsleep = false
    /// Whether the writer waits for the next look.
    private var isLooking = false
    private var isStalled = false
    private var (lostCount, joinedCount) = (0, 0)
    /// How long dispatches have waited for room, and have paused, since the writer got something done, in nanoseconds.
    private var (waitedInVain, pausedInVain): (UInt64, UInt64) = (0, 0)
    private var waits = QueueWaits()
    /// The thread that takes the elements, once it has asked for some.
    private var writer = ThreadID.none
    /// How many threads wait for room or for what they have offered to be handled.
    private var waiting = 0

    init(limit: Int, byteLimit: Int = .max) {
        load = QueueLoad(elementLimit: limit, byteLimit: byteLimit)
    }

    /// Adds an element, waiting for room up to `longestWait` seconds from `start`, a time of the monotonic clock; it is
    /// not taken when there was none, or after `close`.
    ///
    /// The writer itself comes here when the app's `encode(to:)` dispatches: it makes no room while it waits.
    func offer(_ element: Element, longestWait: TimeInterval, since start: UInt64) -> Offer {
        condition.lock()
        defer { condition.unlock() }
        let charge = load.charge(of: element)
        let mayWait = longestWait > 0 && writer != .current
        if mayWait, !load.hasRoom(forCharge: charge) {
            wait(atMost: longestWait, since: start) { load.hasRoom(forCharge: charge) }
        }
        if mayWait, !load.hasRoom(forStates: element.states, charge: charge) {
            wait(atMost: longestWait * Self.partForStates, since: start) {
                load.hasRoom(forStates: element.states, charge: charge)
            }
        }
        guard load.hasRoom(forCharge: charge), !isClosed else { return Offer(isTaken: false, measuresNext: true) }
        var offer = Offer(isTaken: true)
        let hasRoom = load.hasRoom(forStates: element.states, charge: charge)
        if !hasRoom, let last = elements.last {
            var states = last.states
            offer.released = last.takeStates()
            states -= last.states
            load.release(states: states, bytes: 0)
        }
        append(element, charge: charge)
        offer.measuresNext = load.measuresNext
        // Where effects are recorded together, a pause would gain little.
        if mayWait, hasRoom { offer.pause = pause(atMost: longestWait) }
        return offer
    }

    /// Whether there is room for an element now.
    func hasRoom(for element: Element) -> Bool {
        condition.withLock { load.hasRoom(forCharge: load.charge(of: element)) }
    }

    /// Adds an element, for which there is always room; false after `close`.
    func push(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return false }
        append(element, charge: load.charge(of: element))
        return true
    }

    private func append(_ element: Element, charge: Int) {
        elements.append(element)
        offered += 1
        load.add(element, charge: charge)
        guard isAsleep || isLooking && load.isHalfFull else { return }
        (isAsleep, isLooking) = (false, false)
        condition.broadcast()
    }

    /// Waits until there is room.
    private func wait(atMost longestWait: TimeInterval, since start: UInt64, until hasRoom: () -> Bool) {
        let now = MonotonicClock.now()
        let left = longestWait - TimeInterval(now &- start + waitedInVain) / 1e9
        guard left > 0 else { return }
        let deadline = Date(timeIntervalSinceNow: left)
        waiting += 1
        condition.broadcast()
        // A writer that cannot write makes no room: waiting for it would only slow the app down.
        while !hasRoom(), !isStalled, !isClosed, condition.wait(until: deadline) {}
        waiting -= 1
        let waited = MonotonicClock.now() &- now
        if !hasRoom() { waitedInVain &+= waited }
        waits.note(min(waited, UInt64(left * 1e9)))
    }

    /// How long the dispatch should wait that has just come.
    private func pause(atMost longestWait: TimeInterval) -> UInt64 {
        let pause = min(load.pause, UInt64(longestWait * 1e9))
        guard pause > 0, !isStalled, pausedInVain < Self.longestPauses else { return 0 }
        pausedInVain += pause
        waits.note(pause)
        return pause
    }

    /// Exchanges `batch`, with which the writer is done, for the elements that came meanwhile, waiting for one; false
    /// once the queue is closed and empty.
    func exchange(_ batch: inout [Element]) -> Bool {
        let count = batch.count
        batch.removeAll(keepingCapacity: true)
        condition.lock()
        defer { condition.unlock() }
        handled += count
        writer = .current
        if waiting > 0 { condition.broadcast() }
        var looks = 0
        while elements.isEmpty, !isClosed {
            if waiting > 0 { condition.broadcast() }
            if looks < Self.patience {
                looks += 1
                isLooking = true
                _ = condition.wait(until: Date(timeIntervalSinceNow: Self.interval))
                isLooking = false
            } else {
                isAsleep = true
                while isAsleep, !isClosed { condition.wait() }
            }
        }
        guard !elements.isEmpty else { return false }
        swap(&elements, &batch)
        load.take()
        if waiting > 0 { condition.broadcast() }
        return true
    }

    /// Progress of the writer.
    struct Release {
        /// The number of encoded elements.
        var elements = 0
        /// The size of their states.
        var states = StorageSize()
        /// The charge of the elements that are in the file, in bytes.
        var bytes = 0
        /// The number of measured actions, and their sum in bytes.
        var (measured, measuredBytes) = (0, 0)
    }

    /// Notes the writer's progress, and the usual number of bytes inside the collections of a state.
    func release(_ release: Release, bytesOfState: Int?) {
        condition.lock()
        defer { condition.unlock() }
        load.note(measured: release.measured, bytes: release.measuredBytes)
        load.release(states: release.states, bytes: release.bytes)
        load.bytesOfState = bytesOfState ?? load.bytesOfState
        (waitedInVain, pausedInVain) = (0, 0)
        if waiting > 0 { condition.broadcast() }
    }

    /// Counts actions whose effects are in the session together with that of a later one.
    func noteJoined(_ count: Int) {
        condition.withLock { joinedCount += count }
    }

    /// Says whether the writer is stuck with what it took.
    func setStalled(_ stalled: Bool) {
        condition.lock()
        isStalled = stalled
        condition.broadcast()
        condition.unlock()
    }

    /// Waits `seconds` before the writer tries again, or until the queue is closed; false then.
    func pause(_ seconds: TimeInterval) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !isClosed, condition.wait(until: deadline) {}
        return !isClosed
    }

    /// Waits until everything offered so far was handled, or the writer is stuck. The writer itself does not wait. With
    /// `help`, that is called now and then meanwhile.
    func waitUntilHandled(helping help: (() -> Void)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        guard writer != .current else { return }
        let mark = offered
        waiting += 1
        condition.broadcast()
        while !isStalled, handled < mark {
            guard let help else {
                condition.wait()
                continue
            }
            guard !condition.wait(until: Date(timeIntervalSinceNow: Self.interval)) else { continue }
            condition.unlock()
            help()
            condition.lock()
        }
        waiting -= 1
    }

    /// Whether the thread that asks is the one that takes the elements.
    var isWriter: Bool {
        condition.withLock { writer == .current }
    }

    /// Whether nothing more is let in.
    var isClosedNow: Bool {
        condition.withLock { isClosed }
    }

    /// How many elements were taken that nothing came of.
    var lost: Int {
        condition.withLock { lostCount }
    }

    /// How many actions are in the session whose effects are there together with that of a later one.
    var joined: Int {
        condition.withLock { joinedCount }
    }

    /// How long dispatches were made to wait.
    var waitsSoFar: QueueWaits {
        condition.withLock { waits }
    }

    /// Lets nothing more in and throws away what waits. Of that, and of `taken`, which the writer has taken already,
    /// those are counted as lost that are a loss.
    func abandon(_ taken: [Element], counting isLoss: (Element) -> Bool) {
        var thrownAway: [Element] = []
        condition.lock()
        swap(&elements, &thrownAway)
        lostCount += taken.count(where: isLoss) + thrownAway.count(where: isLoss)
        isClosed = true
        handled = offered
        condition.broadcast()
        condition.unlock()
        // What belongs to the app goes only now: it may let go of the recorder, which comes back here.
        thrownAway.removeAll()
    }

    /// Lets nothing more in after `last`, for which there is always room; false when it was closed before.
    func close(adding last: [Element] = []) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return false }
        for element in last { append(element, charge: load.charge(of: element)) }
        isClosed = true
        condition.broadcast()
        return true
    }
}
