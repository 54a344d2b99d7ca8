import ArticleClient
import Foundation
import RewindSession
import RewindStore

/// The clock of a visit that runs in a moment and is recorded as the minute a reader would take: it advances without
/// waiting while the reader reads or waits for the server.
///
/// Safe to share because the times are only accessed under `lock`.
final class VisitClock: @unchecked Sendable {
    private let lock = NSLock()
    /// Returns the time of day, in microseconds since 1970; nil if the visit begins at a fixed time.
    private let system: (@Sendable () -> Int64)?
    /// The offset from the system's time; for a visit at a fixed time, its time. In microseconds.
    private var time: Int64
    /// The total run time of the reducers in a visit at a fixed time, in nanoseconds.
    private var worked: UInt64 = 0
    /// The time by which the clock was advanced, in nanoseconds.
    private var passed: UInt64 = 0

    /// Creates a clock that shows the system's time at the end of a visit that passes `ahead` seconds.
    init(ahead seconds: Double, of system: @escaping @Sendable () -> Int64) {
        self.system = system
        time = -Int64(seconds * 1_000_000)
    }

    /// Creates a clock that begins at a fixed time and shows the same times in each visit.
    init(startingAt date: Date) {
        system = nil
        time = date.microseconds
    }

    /// True if it shows the same times in each visit.
    var isFixed: Bool { system == nil }

    /// Returns the time of day, in microseconds since 1970. In a visit at a fixed time, each call takes a moment.
    func now() -> Int64 {
        lock.withLock {
            guard let system else {
                time += 140
                return time
            }
            return system() + time
        }
    }

    /// Returns the time since a fixed one, in nanoseconds. In a visit at a fixed time, only reducers and ``pass(_:)`` take
    /// time.
    func uptime() -> UInt64 {
        lock.withLock { passed + (isFixed ? worked : DispatchTime.now().uptimeNanoseconds) }
    }

    /// Advances the clock.
    func pass(_ seconds: Double) {
        lock.withLock {
            time += Int64(seconds * 1_000_000)
            passed += UInt64(seconds * 1_000_000_000)
        }
    }

    /// Advances the clock by the run time of a reducer. In a visit at a fixed time, that depends on the size of the
    /// action.
    func work(on action: any Action) {
        guard isFixed else { return }
        let bytes = (action as? any AppAction).flatMap { try? JSONEncoder().encode($0) }?.count ?? 0
        lock.withLock {
            worked += 3_200 + UInt64(bytes)
            time += Int64(bytes / 1_000)
        }
    }
}
