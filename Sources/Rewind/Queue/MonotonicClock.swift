import Foundation

/// A clock that never goes back, and stands still while the device sleeps.
enum MonotonicClock {
    /// Nanoseconds since some fixed time.
    static func now() -> UInt64 {
        #if canImport(Darwin)
        // There, CLOCK_MONOTONIC counts sleep, and knows microseconds only.
        return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
        #else
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
        #endif
    }
}
