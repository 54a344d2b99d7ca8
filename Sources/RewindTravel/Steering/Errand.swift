import Foundation

/// Work for another thread, done before a deadline or not at all.
///
/// Safe to share because its state is only accessed under `lock`.
final class Errand<Result: Sendable>: @unchecked Sendable {
    /// The state of the work at the deadline.
    enum Outcome {
        case done(Result)
        /// The work was not started, and never will be.
        case abandoned
        /// The work was started, and has not finished.
        case unfinished
    }

    private enum State {
        case waiting, underWay, abandoned
        case done(Result)
    }

    private let lock = NSLock()
    private let isDone = DispatchSemaphore(value: 0)
    private var state = State.waiting

    /// Runs the work, unless it was already started or abandoned.
    func run(_ body: () -> Result) {
        let isDue = lock.withLock {
            guard case .waiting = state else { return false }
            state = .underWay
            return true
        }
        guard isDue else { return }
        let result = body()
        lock.withLock { state = .done(result) }
        isDone.signal()
    }

    /// Waits until the work is done or the deadline has passed. Abandons work that was not started.
    func wait(until deadline: DispatchTime) -> Outcome {
        _ = isDone.wait(timeout: deadline)
        return lock.withLock {
            switch state {
            case .done(let result): return .done(result)
            case .underWay: return .unfinished
            case .waiting, .abandoned:
                state = .abandoned
                return .abandoned
            }
        }
    }
}
