import Dispatch
import Foundation

/// Detects queries that overrun their time limit because SQLite does not return: SQLite calls its progress handler
/// between steps, and a single step, such as `instr()` of two large values, can take hours.
///
/// Safe to share because its state is only accessed under `lock`.
final class SQLAlarm: @unchecked Sendable {
    /// The time in nanoseconds after the deadline at which a query is considered stuck.
    private static let grace: UInt64 = 500_000_000

    private let lock = NSLock()
    private var deadline = UInt64.max
    private let source: any DispatchSourceTimer

    /// Calls `action` on another thread when a query is stuck.
    init(_ action: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        source.schedule(deadline: .now() + 0.25, repeating: 0.25, leeway: .milliseconds(50))
        source.setEventHandler { [weak self] in
            if self?.isDue == true { action() }
        }
        source.resume()
    }

    deinit {
        source.cancel()
    }

    /// Sets the deadline of the running query, on the clock of `DispatchTime`; nil if no query is running.
    func set(deadline: UInt64?) {
        lock.withLock { self.deadline = deadline ?? .max }
    }

    private var isDue: Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        return lock.withLock { now > Self.grace && now - Self.grace > deadline }
    }
}
