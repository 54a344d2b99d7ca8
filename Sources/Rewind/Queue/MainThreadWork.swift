import Foundation

/// Runs work on the main thread for the writer: the encoding of values that are isolated to the main actor and came
/// from another thread.
///
/// The main thread runs the work when it is free, or while it waits for the writer. The writer waits only for a limited
/// time: the main thread may be waiting for a thread that waits for the writer.
///
/// Safe to share because its state is only used under `condition`; the work runs while the writer waits for it.
final class MainThreadWork: @unchecked Sendable {
    private let condition = NSCondition()
    private let longestWait: TimeInterval
    private var work: (() -> Void)?
    /// The thread that is running the work.
    private var running = ThreadID.none
    /// True if the main thread was late the last time, and has not come since.
    private var isLate = false

    /// - Parameter longestWait: The time that the writer waits for the main thread to begin, in seconds.
    init(longestWait: TimeInterval) {
        self.longestWait = longestWait
    }

    /// True on the thread that is running the work.
    var isRunningHere: Bool {
        condition.withLock { running == .current }
    }

    /// Runs `body` on the main thread, and waits for it. Returns false if the main thread did not come in time.
    func run(_ body: @escaping () -> Void) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isLate else { return false }
        work = body
        Task { @MainActor in help() }
        let deadline = Date(timeIntervalSinceNow: longestWait)
        while work != nil, condition.wait(until: deadline) {}
        guard work == nil else {
            work = nil
            isLate = true
            return false
        }
        while running != .none { condition.wait() }
        return true
    }

    /// Runs pending work. Called on the main thread.
    func help() {
        condition.lock()
        isLate = false
        guard running == .none, let body = work.take() else { return condition.unlock() }
        running = .current
        condition.unlock()
        body()
        condition.lock()
        running = .none
        condition.broadcast()
        condition.unlock()
    }
}
