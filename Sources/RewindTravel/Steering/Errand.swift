import Foundation

/// Something that is to be done on another thread, in time or not at all.
///
/// Sound to share because its state is only touched under `lock`.
final class Errand<Result: Sendable>: @unchecked Sendable {
    /// What came of it.
    enum Outcome {
        case done(Result)
        /// It was not begun, and never will be.
        case abandoned
        /// It was begun, and has not ended.
        case unfinished
    }

    private enum State {
        case waiting, underWay, abandoned
        case done(Result)
    }

    private let lock = NSLock()
    private let isDone = DispatchSemaphore(value: 0)
    private var state = State.waiting

    /// Does it, if nobody has done so, and it is not too late.
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

    /// Waits until it is done.
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
