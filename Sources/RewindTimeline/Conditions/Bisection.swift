/// A binary search for the first bad state between a good one and a bad one.
package struct Bisection {
    package enum Verdict: Sendable {
        case good
        case bad
        /// The state cannot be tested.
        case skip
    }

    package enum Status: Hashable, Sendable {
        /// The state to test next.
        case test(seq: Int)
        /// The action that led to the first bad state.
        case found(seq: Int)
        /// The first bad state is one of those from `first` to `last`; all but the last were skipped.
        case unclear(first: Int, last: Int)
    }

    private let path: SeqPath
    /// Indices in the path: the last known good state and the first known bad one.
    private var good: Int
    private var bad: Int
    private var skipped: Set<Int> = []

    /// Creates a search on a path whose start is good and whose end is bad.
    package init(_ path: SeqPath) {
        self.path = path
        good = 0
        bad = path.count - 1
    }

    /// The next test, or the result.
    package var status: Status {
        if bad - good <= 1 { return .found(seq: path[bad]) }
        guard let index = nextIndex else { return .unclear(first: path[good + 1], last: path[bad]) }
        return .test(seq: path[index])
    }

    /// The approximate number of remaining tests.
    package var remainingTests: Int {
        Int.bitWidth - max(0, bad - good - 1).leadingZeroBitCount
    }

    /// Records the verdict for the state in `status`.
    package mutating func record(_ verdict: Verdict) {
        guard let index = nextIndex else { return }
        switch verdict {
        case .good: good = index
        case .bad: bad = index
        case .skip: skipped.insert(index)
        }
    }

    /// The index to test next: the middle or, if that was skipped, one at doubling distances from it, as the neighbors
    /// of an untestable state often cannot be tested either.
    private var nextIndex: Int? {
        let middle = good + (bad - good) / 2
        var distances: [Int] = [0]
        while let last = distances.last, last < bad - good { distances.append(last == 0 ? 1 : last * 2) }
        for distances in [AnySequence(distances), AnySequence(1..<max(2, bad - good))] {
            for distance in distances {
                for index in [middle - distance, middle + distance]
                where index > good && index < bad && !skipped.contains(index) { return index }
            }
        }
        return nil
    }
}
