/// The times for which the bounded queue made dispatches wait, as it decided, without delays by the scheduler.
package struct QueueWaits: Sendable {
    /// The number of waits.
    package private(set) var count = 0
    /// The total time, in nanoseconds.
    package private(set) var total: UInt64 = 0
    /// The longest wait, in nanoseconds.
    package private(set) var longest: UInt64 = 0

    mutating func note(_ nanoseconds: UInt64) {
        count += 1
        total &+= nanoseconds
        longest = max(longest, nanoseconds)
    }
}
