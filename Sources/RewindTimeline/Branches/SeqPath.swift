import RewindSession
import RewindTree

/// The path from one state to another through the actions between them, along the parents.
package struct SeqPath: Sendable {
    /// Runs of seqs that follow each other, from the start on, and how many seqs come before each.
    private var runs: [(seqs: ClosedRange<Int>, offset: Int)] = []

    /// The seqs, from the start on, in runs that follow each other.
    package var ranges: [ClosedRange<Int>] { runs.map(\.seqs) }

    /// How many seqs the path has, both ends among them.
    package private(set) var count = 0

    /// The path with these runs, which are given from its end on.
    fileprivate init(backwards runs: [ClosedRange<Int>]) {
        for seqs in runs.reversed() {
            self.runs.append((seqs, count))
            count += seqs.count
        }
    }

    /// The seq at an index.
    ///
    /// - Complexity: O(log *n*) for *n* branches on the way.
    package subscript(index: Int) -> Int {
        let run = runs[runs.partitioningIndex { $0.offset > index } - 1]
        return run.seqs.lowerBound + index - run.offset
    }
}

extension Timeline {
    /// The path from the state at `ancestor` to the one at `seq`.
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

    /// The path to the state at `seq` from the first one, or from where it came out of what was pruned.
    ///
    /// - Complexity: O(*m* log *n*) for *m* branches on the path and *n* branches in all.
    /// - Throws: `SessionError`.
    package func path(to seq: Int) throws -> SeqPath {
        SeqPath(backwards: try lineage().runs(endingWith: seq).map(\.seqs))
    }
}
