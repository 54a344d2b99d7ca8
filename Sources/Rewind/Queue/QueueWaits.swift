/// How long the bounded queue has made dispatches wait: as long as it decided to, whatever the scheduler made of that.
package struct QueueWaits: Sendable {
    /// How many waits there were.
    package private(set) var count = 0
    /// How long they were in all, in nanoseconds.
    package private(set) var total: UInt64 = 0
    /// How long the longest one was, in nanoseconds.
    package private(set) var longest: UInt64 = 0

    mutating func note(_ nanoseconds: UInt64) {
        count += 1
        total &+= nanoseconds
        longest = max(longest, nanoseconds)
    }
}
