import Dispatch

/// Determines when a running query must end. Time between rows does not count.
final class SQLTimer {
    enum Cause {
        case time
        case cancellation
    }

    let bounds: SQLBounds
    private let alarm: SQLAlarm?
    /// The reason why the query had to end.
    private(set) var cause: Cause?
    /// The remaining time, in nanoseconds.
    private var left: UInt64 = 0
    private var deadline: UInt64 = .max

    init(_ bounds: SQLBounds) {
        self.bounds = bounds
        alarm = bounds.onOverrun.map { SQLAlarm($0) }
    }

    /// Resets the remaining time for the next run.
    func restart() {
        cause = nil
        // Limited to years, so that sums do not overflow.
        left = UInt64(max(0, min(bounds.seconds, 1e9)) * 1_000_000_000)
    }

    /// Calls `body`, and deducts its duration from the remaining time.
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

    /// Returns true if the query must end.
    func isOver() -> Bool {
        if bounds.isCancelled() {
            cause = .cancellation
        } else if DispatchTime.now().uptimeNanoseconds > deadline {
            cause = .time
        }
        return cause != nil
    }
}
