/// The search for the first bad state on the way from a good one to a bad one, by halves.
package struct Bisection {
    package enum Verdict: Sendable {
        case good
        case bad
        /// It cannot be told.
        case skip
    }

    package enum Status: Hashable, Sendable {
        /// The state to be tested next.
        case test(seq: Int)
        /// The action that led to the first bad state.
        case found(seq: Int)
        /// The first bad state is one of those from `first` to `last`; all but the last were skipped.
        case unclear(first: Int, last: Int)
    }

    private let path: SeqPath
    /// Indices in the path: the last that is known to be good, the first that is known to be bad.
    private var good: Int
    private var bad: Int
    private var skipped: Set<Int> = []

    /// A search on a way whose start is good and whose end is bad.
    package init(_ path: SeqPath) {
        self.path = path
        good = 0
        bad = path.count - 1
    }

    /// What is to be done next.
    package var status: Status {
        if bad - good <= 1 { return .found(seq: path[bad]) }
        guard let index = nextIndex else { return .unclear(first: path[good + 1], last: path[bad]) }
        return .test(seq: path[index])
    }

    /// About how many tests are left.
    package var remainingTests: Int {
        Int.bitWidth - max(0, bad - good - 1).leadingZeroBitCount
    }

    /// Notes what the test of the state in `status` gave.
    package mutating func record(_ verdict: Verdict) {
        guard let index = nextIndex else { return }
        switch verdict {
        case .good: good = index
        case .bad: bad = index
        case .skip: skipped.insert(index)
        }
    }

    /// The middle; or, where that was skipped, an index that is soon far away from it: what cannot be tested often has
    /// neighbours that cannot be either.
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
