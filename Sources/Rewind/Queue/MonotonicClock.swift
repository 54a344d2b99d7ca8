import Foundation

/// A clock that never goes back, and stops while the device sleeps.
enum MonotonicClock {
    /// Returns the nanoseconds since a fixed time.
    static func now() -> UInt64 {
        #if canImport(Darwin)
        // On Apple systems, CLOCK_MONOTONIC includes sleep, and its resolution is a microsecond.
        return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
        #else
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
        #endif
    }
}
