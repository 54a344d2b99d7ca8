import Foundation

/// A bounded queue from the dispatching threads to the one writer.
///
/// Waking a thread costs the waker microseconds, so the writer is woken only when it sleeps. While elements come, it
/// looks by itself every few milliseconds.
///
/// Sound to share because every access to its state happens under `condition`. Elements pass from one thread to
/// another once.
final class Handoff<Element: AnyObject & Sendable>: @unchecked Sendable {
    /// How often the writer looks while elements come, in seconds.
    private static var interval: TimeInterval { 0.002 }
    /// How many looks in vain send the writer to sleep.
    private static var patience: Int { 100 }

    private let condition = NSCondition()
    private let limit: Int
    private var elements: [Element] = []
    /// How many elements have come, and how many of them the writer is done with.
    private var (offered, handled) = (0, 0)
    private var isClosed = false
    private var isAsleep = false
    private var isStalled = false
    private var lostCount = 0
    /// The thread that takes the elements, once it has asked for some.
    private var writer = ThreadID.none
    /// How many threads wait for room or for what they have offered to be handled.
    private var waiting = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds an element, waiting for room up to `longestWait` seconds from `start`, a time of the monotonic clock; false
    /// when there was none, or after `close`.
    ///
    /// The writer itself comes here when the app's `encode(to:)` dispatches: it makes no room while it waits.
    func offer(_ element: Element, longestWait: TimeInterval, since start: UInt64) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if elements.count >= limit, longestWait > 0, writer != .current {
            let waited = TimeInterval(MonotonicClock.now() &- start) / 1e9
            let deadline = Date(timeIntervalSinceNow: longestWait - waited)
            waiting += 1
            condition.broadcast()
            // A writer that cannot write makes no room: waiting for it would only slow the app down.
            while elements.count >= limit, !isStalled, !isClosed, condition.wait(until: deadline) {}
            waiting -= 1
        }
        guard elements.count < limit, !isClosed else { return false }
        append(element)
        return true
    }

    /// Adds an element, for which there is always room; false after `close`.
    func push(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return false }
        append(element)
        return true
    }

    private func append(_ element: Element) {
        elements.append(element)
        offered += 1
        guard isAsleep else { return }
        isAsleep = false
        condition.broadcast()
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
                _ = condition.wait(until: Date(timeIntervalSinceNow: Self.interval))
            } else {
                isAsleep = true
                while isAsleep, !isClosed { condition.wait() }
            }
        }
        guard !elements.isEmpty else { return false }
        swap(&elements, &batch)
        if waiting > 0 { condition.broadcast() }
        return true
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
        elements += last
        offered += last.count
        isClosed = true
        condition.broadcast()
        return true
    }
}
