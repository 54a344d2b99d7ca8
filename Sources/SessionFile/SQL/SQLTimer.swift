import Dispatch

/// Says when a running query has to end.
final class SQLTimer {
    enum Cause {
        case time
        case cancellation
    }

    let bounds: SQLBounds
    private(set) var cause: Cause?
    private var deadline: UInt64 = .max

    init(_ bounds: SQLBounds) {
        self.bounds = bounds
    }

    /// Begins the time of a run.
    func start() {
        cause = nil
        let nanoseconds = max(0, bounds.seconds) * 1_000_000_000
        let now = DispatchTime.now().uptimeNanoseconds
        deadline = nanoseconds < Double(Int64.max) ? now &+ UInt64(nanoseconds) : .max
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
