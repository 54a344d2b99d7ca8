import Dispatch
import RewindSession

/// Says when a running query has to end. Only the time in which it runs counts, not that in which its rows are used.
final class SQLTimer {
    enum Cause {
        case time
        case cancellation
    }

    let bounds: SQLBounds
    private let alarm: SQLAlarm?
    /// Why the query had to end.
    private(set) var cause: Cause?
    /// Nanoseconds that the run has left.
    private var left: UInt64 = 0
    private var deadline: UInt64 = .max

    init(_ bounds: SQLBounds) {
        self.bounds = bounds
        alarm = bounds.onOverrun.map { SQLAlarm($0) }
    }

    /// Gives the next run all of its time.
    func restart() {
        cause = nil
        // In any case years, not centuries, so that sums do not overflow.
        left = UInt64(max(0, min(bounds.seconds, 1e9)) * 1_000_000_000)
    }

    /// Runs `body` on the time that is left.
    func running<T>(_ body: () throws -> T) rethrows -> T {
        let start = DispatchTime.now().uptimeNanoseconds
        deadline = start + left
        alarm?.set(deadline: deadline)
        defer {
            alarm?.set(deadline: nil)
            left -= min(left, DispatchTime.now().uptimeNanoseconds - start)
        }
        return try body()
    }

    /// Whether the query has to end.
    func isOver() -> Bool {
        if bounds.isCancelled() {
            cause = .cancellation
        } else if DispatchTime.now().uptimeNanoseconds > deadline {
            cause = .time
        }
        return cause != nil
    }
}
