import Foundation
import RewindTree

/// A bounded queue from the dispatching threads to the single writer thread.
///
/// It is bounded by number, by bytes, and by the time that writing its states takes (`QueueLoad`). As it fills, each dispatch pauses a little. If another state
/// does not fit, the newest queued state is released: its action stays, and its effect is recorded together with that
/// of the next one. An action is refused only if the action itself does not fit.
///
/// Waking a thread costs the waking thread microseconds, so the writer is only woken when it sleeps. While elements
/// keep coming, it checks the queue every few milliseconds.
///
/// Safe to share because its state is only used under `condition`. Each element changes threads only once.
final class BoundedQueue<Element: Queued>: @unchecked Sendable {
    /// The result of an offer.
    struct Offer {
        /// True if the element is in the queue.
        let isTaken: Bool
        /// The time for which the dispatch should pause, once it holds no lock, in nanoseconds.
        var pause: UInt64 = 0
        /// States to release where no lock is held.
        var released: [AnyObject] = []
        /// True if the next action is to be measured before it is offered.
        var measuresNext = false
    }

    /// The interval in which the writer checks the queue while elements keep coming, in seconds.
    private static var interval: TimeInterval { 0.002 }
    /// The number of checks in a row without elements after which the writer sleeps.
    private static var patience: Int { 100 }
    /// The fraction of the longest wait that may be spent waiting until a state fits.
    private static var partForStates: Double { 1 / 40 }
    /// The limit on all pauses together while the writer makes no progress, in nanoseconds: a hanging writer never
    /// empties the queue.
    private static var longestPauses: UInt64 { 2_000_000_000 }

    private let condition = NSCondition()
    private var load: QueueLoad
    private var elements: [Element] = []
    /// The number of elements added, and the number that the writer has finished.
    private var (offered, handled) = (0, 0)
    private var isClosed = false
    private var isAsleep = false
    /// True while the writer waits for its next check.
    private var isLooking = false
    private var isStalled = false
    private var (lostCount, merged) = (0, 0)
    /// The time for which dispatches have waited and paused since the writer last made progress, in nanoseconds.
    private var (wastedWait, wastedPause): (UInt64, UInt64) = (0, 0)
    private var waits = QueueWaits()
    /// The thread that takes the elements, once it has requested some.
    private var writer = ThreadID.none
    /// The number of threads that wait until an element fits or is handled.
    private var waiting = 0

    init(limit: Int, byteLimit: Int = .max, timeLimit: Int = .max) {
        load = QueueLoad(elementLimit: limit, byteLimit: byteLimit, timeLimit: timeLimit)
    }

    /// Adds an element, waiting up to `longestWait` seconds from `start`, a time of the monotonic clock, until it fits.
    /// It is refused if it does not fit by then, or after `close`.
    ///
    /// The writer, which gets here if the app's `encode(to:)` dispatches, never waits: only it could empty the queue.
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
        // If effects are recorded together, a pause would gain little.
        if mayWait, hasRoom { offer.pause = pause(atMost: longestWait) }
        return offer
    }

    /// Returns true if an element fits now.
    func hasRoom(for element: Element) -> Bool {
        condition.withLock { load.hasRoom(forCharge: load.charge(of: element)) }
    }

    /// Adds an element, regardless of the limits. Returns false after `close`.
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

    /// Waits until `hasRoom` returns true.
    private func wait(atMost longestWait: TimeInterval, since start: UInt64, until hasRoom: () -> Bool) {
        let now = MonotonicClock.now()
        let left = longestWait - TimeInterval(now &- start + wastedWait) / 1e9
        guard left > 0 else { return }
        let deadline = Date(timeIntervalSinceNow: left)
        waiting += 1
        condition.broadcast()
        // A writer that cannot write does not empty the queue: waiting for it would only slow the app down.
        while !hasRoom(), !isStalled, !isClosed, condition.wait(until: deadline) {}
        waiting -= 1
        let waited = MonotonicClock.now() &- now
        if !hasRoom() { wastedWait &+= waited }
        waits.note(min(waited, UInt64(left * 1e9)))
    }

    /// Returns the time for which the current dispatch should pause.
    private func pause(atMost longestWait: TimeInterval) -> UInt64 {
        let pause = min(load.pause, UInt64(longestWait * 1e9))
        guard pause > 0, !isStalled, wastedPause < Self.longestPauses else { return 0 }
        wastedPause += pause
        waits.note(pause)
        return pause
    }

    /// Exchanges `batch`, which the writer has finished, for the elements added meanwhile, waiting for at least one.
    /// Returns false once the queue is closed and empty.
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

    /// Records the writer's progress, and the typical number of bytes inside the collections of a state and time for it in
    /// nanoseconds.
    func release(_ release: Release, bytesOfState: Int?, timeOfState: Int?) {
        condition.lock()
        defer { condition.unlock() }
        load.note(measured: release.measured, bytes: release.measuredBytes)
        load.release(states: release.states, bytes: release.bytes)
        load.bytesOfState = bytesOfState ?? load.bytesOfState
        load.timeOfState = timeOfState ?? load.timeOfState
        (wastedWait, wastedPause) = (0, 0)
        if waiting > 0 { condition.broadcast() }
    }

    /// Counts actions whose effects are recorded together with that of a later one.
    func noteMerged(_ count: Int) {
        condition.withLock { merged += count }
    }

    /// Sets whether the writer is stuck.
    func setStalled(_ stalled: Bool) {
        condition.lock()
        isStalled = stalled
        condition.broadcast()
        condition.unlock()
    }

    /// Waits `seconds` before the writer tries again. Returns false as soon as the queue is closed.
    func pause(_ seconds: TimeInterval) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !isClosed, condition.wait(until: deadline) {}
        return !isClosed
    }

    /// Waits until everything offered until now is handled, the writer is stuck, or `deadline` passes. Meanwhile calls
    /// `help`, if given, from time to time. Returns true if everything is handled; false at once on the writer thread.
    func waitUntilHandled(until deadline: Date?, helping help: (() -> Void)? = nil) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard writer != .current else { return false }
        let mark = offered
        waiting += 1
        condition.broadcast()
        while !isStalled, handled < mark, deadline.map({ Date() < $0 }) ?? true {
            guard let help else {
                if let deadline { _ = condition.wait(until: deadline) } else { condition.wait() }
                continue
            }
            guard !condition.wait(until: Date(timeIntervalSinceNow: Self.interval)) else { continue }
            condition.unlock()
            help()
            condition.lock()
        }
        waiting -= 1
        return handled >= mark
    }

    /// True on the writer thread.
    var isWriter: Bool {
        condition.withLock { writer == .current }
    }

    /// True once the queue is closed.
    var isClosedNow: Bool {
        condition.withLock { isClosed }
    }

    /// The number of elements that were taken and then lost.
    var lost: Int {
        condition.withLock { lostCount }
    }

    /// The number of actions whose effects are recorded together with that of a later one.
    var mergedCount: Int {
        condition.withLock { merged }
    }

    /// The time for which dispatches have waited and paused.
    var waitsSoFar: QueueWaits {
        condition.withLock { waits }
    }

    /// Closes the queue and discards its elements. Of these, and of `taken`, which the writer has already taken, counts
    /// those as lost for which `isLoss` returns true.
    func abandon(_ taken: [Element], counting isLoss: (Element) -> Bool) {
        var discarded: [Element] = []
        condition.lock()
        swap(&elements, &discarded)
        lostCount += taken.count(where: isLoss) + discarded.count(where: isLoss)
        isClosed = true
        handled = offered
        condition.broadcast()
        condition.unlock()
        // Values of the app are released only now: that may release the recorder, which calls the queue again.
        discarded.removeAll()
    }

    /// Closes the queue after adding `last`, regardless of the limits. Returns false if it was already closed.
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
