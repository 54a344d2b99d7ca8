/// The snapshots with which a session could begin, oldest first, kept in memory to check the limits without a query.
///
/// The first one is the first state of the session.
package struct SnapshotList {
    package struct Entry {
        /// The seq of the snapshot.
        package let seq: Int
        /// The time of the dispatch of the next action, by the clock that measures ages; nil if there is no next action.
        package var nextAt: Int64?
    }

    /// The information that restores the list from before a transaction.
    package struct Savepoint {
        fileprivate let count: Int
        fileprivate let newest: Entry?
        fileprivate let last: Int
    }

    private(set) var entries: [Entry] = []
    /// The seq of the last action.
    private(set) var last = 0

    /// The seq of the first state.
    package var first: Int { entries.first?.seq ?? 0 }
    /// The seq of the newest snapshot.
    package var newest: Int { entries.last?.seq ?? 0 }

    package var savepoint: Savepoint { Savepoint(count: entries.count, newest: entries.last, last: last) }

    package mutating func addAction(_ seq: Int, at: @autoclosure () -> Int64?) {
        last = max(last, seq)
        if let index = entries.indices.last, entries[index].nextAt == nil { entries[index].nextAt = at() }
    }

    package mutating func addSnapshot(_ seq: Int) {
        entries.append(Entry(seq: seq))
    }

    /// Removes everything added since `savepoint` was created.
    package mutating func rollBack(to savepoint: Savepoint) {
        entries.removeSubrange(savepoint.count...)
        if let newest = savepoint.newest { entries[savepoint.count - 1] = newest }
        last = savepoint.last
    }

    /// Removes everything before `seq`, which must have an entry.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    package mutating func begin(at seq: Int) {
        entries.removeAll { $0.seq < seq }
    }
}
