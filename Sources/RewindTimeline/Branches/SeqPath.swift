import RewindTree

/// The path from a state to one of its descendants, along the parents.
package struct SeqPath: Sendable {
    /// Runs of consecutive seqs, from the start on, each with the number of seqs before it.
    private var runs: [(seqs: ClosedRange<Int>, offset: Int)] = []

    /// The runs of consecutive seqs, from the start on.
    package var ranges: [ClosedRange<Int>] { runs.map(\.seqs) }

    /// The number of seqs, including both ends.
    package private(set) var count = 0

    /// Creates a path from runs in reverse order.
    fileprivate init(backwards runs: [ClosedRange<Int>]) {
        for seqs in runs.reversed() {
            self.runs.append((seqs, count))
            count += seqs.count
        }
    }

    /// Accesses the seq at an index.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of branches on the path.
    package subscript(index: Int) -> Int {
        let run = runs[runs.partitioningIndex { $0.offset > index } - 1]
        return run.seqs.lowerBound + index - run.offset
    }

    /// Returns true if a seq is on the path.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of branches on the path.
    package func contains(_ seq: Int) -> Bool {
        let index = runs.partitioningIndex { $0.seqs.upperBound >= seq }
        return index < runs.count && runs[index].seqs.contains(seq)
    }

    /// Returns the runs of consecutive seqs between two indices, each with the index of its first seq.
    package func parts(in indices: ClosedRange<Int>) -> [(seqs: ClosedRange<Int>, index: Int)] {
        runs.compactMap { seqs, offset in
            let own = offset...offset + seqs.count - 1
            guard own.overlaps(indices) else { return nil }
            let part = own.clamped(to: indices)
            let start = seqs.lowerBound + part.lowerBound - offset
            return (start...start + part.count - 1, part.lowerBound)
        }
    }
}

extension Timeline {
    /// Returns the path from the state at `ancestor` to the one at `seq`.
    ///
    /// - Complexity: O(*m* log *n*) for *m* branches on the path and *n* branches in all.
    /// - Throws: `TimelineError.notAnAncestor`, `SessionError`.
    package func path(from ancestor: Int, to seq: Int) throws -> SeqPath {
        var runs: [ClosedRange<Int>] = []
        var end = seq
        while end > ancestor, let run = try lineage().run(endingWith: end), run.seqs.lowerBound > ancestor {
            runs.append(run.seqs)
            end = run.parent
        }
        guard ancestor >= first, end >= ancestor else { throw TimelineError.notAnAncestor(ancestor, of: seq) }
        runs.append(ancestor...end)
        return SeqPath(backwards: runs)
    }

    /// Returns the path to the state at `seq` from the first state, or from the first one after a pruned state.
    ///
    /// - Complexity: O(*m* log *n*) for *m* branches on the path and *n* branches in all.
    /// - Throws: `SessionError`.
    package func path(to seq: Int) throws -> SeqPath {
        SeqPath(backwards: try lineage().runs(endingWith: seq).map(\.seqs))
    }
}
