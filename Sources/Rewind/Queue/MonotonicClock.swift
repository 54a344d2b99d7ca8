import CRewindSQLite

/// A clock that never goes back, and stops while the device sleeps.
enum MonotonicClock {
    /// Returns the nanoseconds since a fixed time.
    static func now() -> UInt64 { rewind_uptime() }

    /// Returns the time of another clock if there is one.
    static func now(by clock: (() -> UInt64)?) -> UInt64 { clock?() ?? now() }
}
