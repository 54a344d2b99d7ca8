import CRewindSQLite

/// A clock that never goes back, and stops while the device sleeps.
enum MonotonicClock {
    /// Returns the nanoseconds since a fixed time.
    static func now() -> UInt64 { rewind_uptime() }
}
