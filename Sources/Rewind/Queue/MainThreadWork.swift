import Foundation
import RewindTree

/// Has something done on the main thread for the writer: the encoding of values that belong to the main actor and came
/// from another thread.
///
/// The main thread does it when it is free, or when it waits for the writer itself. The writer waits for that no longer
/// than it may: the main thread may be waiting for a thread that waits for the writer.
///
/// Sound to share because every access to its state happens under `condition`; what is to be done runs while the writer
/// waits for it.
final class MainThreadWork: @unchecked Sendable {
    private let condition = NSCondition()
    private let longestWait: TimeInterval
    private var work: (() -> Void)?
    /// The thread that does it.
    private var running = ThreadID.none
    /// Whether the main thread did not come the last time, and has not come since.
    private var isLate = false

    /// `longestWait` is how many seconds the writer waits for the main thread to begin.
    init(longestWait: TimeInterval) {
        self.longestWait = longestWait
    }

    /// Whether the thread that asks is doing the work.
    var isRunningHere: Bool {
        condition.withLock { running == .current }
    }

    /// Has `body` done, and waits for that; false when the main thread did not come.
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

    /// Does what there is to do, on the main thread.
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
