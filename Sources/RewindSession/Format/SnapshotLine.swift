/// The places where a session could begin, oldest first, kept in memory so that a look at the limits costs no query.
///
/// There is one entry for each snapshot that is kept, the first state of the session being the first.
package struct SnapshotLine {
    package struct Place {
        /// The seq of the snapshot.
        package let seq: Int
        /// When the action after it was dispatched; nil while there is none.
        package var nextAt: Int64?
    }

    /// What brings back a line as it was before a transaction.
    package struct Mark {
        fileprivate let count: Int
        fileprivate let newest: Place?
        fileprivate let last: Int
    }

    private(set) var places: [Place]
    /// The seq of the last action.
    private(set) var last: Int

    package init(places: [Place] = [], last: Int = 0) {
        self.places = places
        self.last = last
    }

    /// The seq of the first state.
    package var first: Int { places.first?.seq ?? 0 }
    /// The seq of the newest snapshot.
    package var newest: Int { places.last?.seq ?? 0 }

    package var mark: Mark { Mark(count: places.count, newest: places.last, last: last) }

    package mutating func addAction(_ seq: Int, at: Int64?) {
        last = max(last, seq)
        if let index = places.indices.last, places[index].nextAt == nil { places[index].nextAt = at }
    }

    package mutating func addSnapshot(_ seq: Int) {
        places.append(Place(seq: seq))
    }

    /// Takes back what was added since `mark` was made.
    package mutating func rollBack(to mark: Mark) {
        places.removeSubrange(mark.count...)
        if let newest = mark.newest { places[mark.count - 1] = newest }
        last = mark.last
    }

    /// Forgets what is before `seq`, where a place is.
    ///
    /// - Complexity: O(*n*) for *n* places.
    package mutating func begin(at seq: Int) {
        places.removeAll { $0.seq < seq }
    }
}
