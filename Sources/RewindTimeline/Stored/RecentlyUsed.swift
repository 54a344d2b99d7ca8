/// What was asked for lately, by number, bounded by the bytes that it stands for, or by another measure.
///
/// It has two halves: when the newer one is full, the older one is forgotten and the newer one takes its place, so
/// that what is asked for again and again stays.
package struct RecentlyUsed<Value> {
    private struct Entry {
        let value: Value
        let bytes: Int
    }

    /// About how many bytes the remembered values may stand for.
    package var capacity: Int
    private var newer: [Int: Entry] = [:]
    private var older: [Int: Entry] = [:]
    private var newerBytes = 0

    /// Remembers values of about `capacity` bytes, and one at least.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value with a number, nil when it is not remembered.
    package mutating func value(_ number: Int) -> Value? {
        if let entry = newer[number] { return entry.value }
        guard let entry = older.removeValue(forKey: number) else { return nil }
        insert(entry, for: number)
        return entry.value
    }

    /// Remembers a value that stands for `bytes` bytes.
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
