import Dispatch
import Foundation
import RewindSession

/// Raises an alarm when SQLite does not come back from a query whose time is over: it looks at its progress handler
/// between steps, and one step, such as `instr()` of two large values, can last for hours.
///
/// Sound to share because every access to its state happens under `lock`.
final class SQLAlarm: @unchecked Sendable {
    /// Nanoseconds beyond its time after which a query will not come back by itself.
    private static let grace: UInt64 = 5_000_000_000

    private let lock = NSLock()
    private var deadline = UInt64.max
    private let source: any DispatchSourceTimer

    /// Calls `action`, on another thread, when a query is overdue.
    init(_ action: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        source.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        source.setEventHandler { [weak self] in
            if self?.isDue == true { action() }
        }
        source.resume()
    }

    deinit {
        source.cancel()
    }

    /// Notes when the query that runs now has to be back, on the clock of `DispatchTime`; nil when none runs.
    func set(deadline: UInt64?) {
        lock.withLock { self.deadline = deadline ?? .max }
    }

    private var isDue: Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        return lock.withLock { now > Self.grace && now - Self.grace > deadline }
    }
}
