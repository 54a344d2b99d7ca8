/// A cache of recently used values by number, limited by the bytes that they stand for, or by another measure.
///
/// It has two halves: when the newer one is full, the older one is discarded and the newer one takes its place, so that
/// frequently used values stay.
package struct RecentlyUsed<Value> {
    private struct Entry {
        let value: Value
        let bytes: Int
    }

    /// The approximate number of bytes that the cached values may stand for.
    package var capacity: Int
    private var newer: [Int: Entry] = [:]
    private var older: [Int: Entry] = [:]
    private var newerBytes = 0

    /// Creates a cache of about `capacity` bytes, or at least one value.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns the value with a number; nil if it is not cached.
    package mutating func value(_ number: Int) -> Value? {
        if let entry = newer[number] { return entry.value }
        guard let entry = older.removeValue(forKey: number) else { return nil }
        insert(entry, for: number)
        return entry.value
    }

    /// Caches a value that stands for `bytes` bytes.
    package mutating func insert(_ value: Value, bytes: Int, for number: Int) {
        insert(Entry(value: value, bytes: bytes), for: number)
    }

    private mutating func insert(_ entry: Entry, for number: Int) {
        if newerBytes + entry.bytes > capacity / 2 {
            older = newer
            newer = [:]
            newerBytes = 0
        }
        newer[number] = entry
        newerBytes += entry.bytes
    }
}
