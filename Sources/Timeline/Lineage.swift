/// How the actions of a session follow each other: in runs, each action applied to the state of the one before, and
/// where they start.
struct Lineage {
    /// Actions that follow each other, and the seq whose state the first of them was applied to.
    struct Run: Hashable {
        let seqs: ClosedRange<Int>
        let parent: Int
    }

    private let first: Int
    private let branches: [(seq: Int, parent: Int)]

    /// The lineage of a session whose first state is that of `first`, with the actions at which branches start.
    init(first: Int, branches: [(seq: Int, parent: Int)]) {
        self.first = first
        self.branches = branches
    }

    /// The run that ends with `seq`; nil for the first state and what is before it, which no action led to.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    func run(endingWith seq: Int) -> Run? {
        guard seq > first else { return nil }
        var low = 0
        var high = branches.count
        while low < high {
            let middle = (low + high) / 2
            if branches[middle].seq <= seq {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low > 0, branches[low - 1].seq > first else { return Run(seqs: first + 1...seq, parent: first) }
        return Run(seqs: branches[low - 1].seq...seq, parent: branches[low - 1].parent)
    }

    /// The runs that lead to `seq`, latest first.
    ///
    /// - Complexity: O(*m* log *n*) for *m* runs and *n* branches.
    func runs(endingWith seq: Int) -> [Run] {
        Array(
            sequence(state: seq) { current in
                guard let run = run(endingWith: current) else { return nil }
                current = run.parent
                return run
            }
        )
    }

    /// Whether the way to `seq` begins in what was pruned.
    func isPruned(before seq: Int) -> Bool {
        runs(endingWith: seq).last.map { $0.parent < first } ?? false
    }
}
