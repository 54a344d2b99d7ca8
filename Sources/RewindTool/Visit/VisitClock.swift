#if os(macOS) || os(Linux)

import ArticleClient
import Foundation
import RewindStore

/// The time of a visit that takes a moment and is recorded as the minute that a reader would spend: where the reader
/// reads, or waits for the server, the clock goes on by itself.
///
/// Sound to share because the times are touched under `lock` alone.
final class VisitClock: @unchecked Sendable {
    private let lock = NSLock()
    /// The time of day in microseconds since 1970; nil where the visit begins at a fixed time.
    private let system: (@Sendable () -> Int64)?
    /// What comes to the system's time; or the time, of a visit at a fixed one. In microseconds.
    private var time: Int64
    /// How long reducers have worked in a visit at a fixed time, in nanoseconds.
    private var worked: UInt64 = 0

    /// A clock that shows the system's time at the end of a visit which passes `ahead` seconds of its own.
    init(ahead seconds: Double, of system: @escaping @Sendable () -> Int64) {
        self.system = system
        time = -Int64(seconds * 1_000_000)
    }

    /// A clock that begins at a fixed time, and shows the same times in each visit.
    init(startingAt date: Date) {
        system = nil
        time = Int64(date.timeIntervalSince1970 * 1_000_000)
    }

    /// Whether it shows the same times in each visit.
    var isFixed: Bool { system == nil }

    /// The time of day, in microseconds since 1970. In a visit at a fixed time, each look takes a moment.
    func now() -> Int64 {
        lock.withLock {
            guard let system else {
                time += 140
                return time
            }
            return system() + time
        }
    }

    /// How long the reducers have worked, in nanoseconds.
    func uptime() -> UInt64 {
        lock.withLock { worked }
    }

    /// Goes on by so many seconds.
    func pass(_ seconds: Double) {
        lock.withLock { time += Int64(seconds * 1_000_000) }
    }

    /// Goes on as if a reducer had worked on an action, which in a visit at a fixed time takes the longer the more the
    /// action carries.
    func work(on action: any Action) {
        guard isFixed else { return }
        let bytes = (action as? any AppAction).flatMap { try? JSONEncoder().encode($0) }?.count ?? 0
        lock.withLock {
            worked += 3_200 + UInt64(bytes)
            time += Int64(bytes / 1_000)
        }
    }
}

#endif
