import Foundation

/// A bounded queue from the dispatching threads to the one writer.
///
/// Sound to share because every access to its state happens under `condition`. Elements pass from one thread to
/// another once; the giver keeps no way to change them.
final class Handoff<Element>: @unchecked Sendable {
    private let condition = NSCondition()
    private let limit: Int
    private var elements: [Element] = []
    private var isClosed = false
    private var isBusy = false
    private var isStalled = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds an element, waiting up to `longestWait` seconds for room; false when there was none, or after `close`.
    func offer(_ element: Element, longestWait: TimeInterval) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if elements.count >= limit {
            let deadline = Date(timeIntervalSinceNow: longestWait)
            // A writer that cannot write makes no room: waiting for it would only slow the app down.
            while elements.count >= limit, !isStalled, !isClosed, condition.wait(until: deadline) {}
        }
        guard elements.count < limit, !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// The next elements, in order, waiting for one; nil once the queue is closed and empty.
    func take(atMost count: Int) -> [Element]? {
        condition.lock()
        defer { condition.unlock() }
        isBusy = false
        condition.broadcast()
        while elements.isEmpty, !isClosed { condition.wait() }
        guard !elements.isEmpty else { return nil }
        isBusy = true
        let taken = Array(elements.prefix(count))
        elements.removeFirst(taken.count)
        condition.broadcast()
        return taken
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

    /// Waits until everything offered so far was handled, or the writer is stuck.
    func waitUntilIdle() {
        condition.lock()
        while !isStalled, isBusy || !elements.isEmpty { condition.wait() }
        condition.unlock()
    }

    /// Lets nothing more in after `last`, for which there is always room.
    func close(adding last: [Element] = []) {
        condition.lock()
        if !isClosed { elements += last }
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
