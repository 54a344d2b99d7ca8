import SessionFile

/// The way from one state to another through the actions between them, along the parents.
package struct SeqPath: Sendable {
    /// Runs of seqs that follow each other, from the start on, and how many seqs come before each.
    private var runs: [(seqs: ClosedRange<Int>, offset: Int)] = []

    /// How many seqs the way has, both ends among them.
    package private(set) var count = 0

    /// The way with these runs, which are given from its end on.
    fileprivate init(backwards runs: [ClosedRange<Int>]) {
        for seqs in runs.reversed() {
            self.runs.append((seqs, count))
            count += seqs.count
        }
    }

    /// The seq in a place.
    ///
    /// - Complexity: O(log *n*) for *n* branches on the way.
    package subscript(index: Int) -> Int {
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].offset <= index { low = middle } else { high = middle }
        }
        return runs[low].seqs.lowerBound + index - runs[low].offset
    }
}

extension Timeline {
    /// The way from the state at `ancestor` to the one at `seq`.
    ///
    /// - Complexity: linear in the branches of the session.
    /// - Throws: `TimelineError.notAnAncestor`, `SessionError`.
    package func path(from ancestor: Int, to seq: Int) throws -> SeqPath {
        let branches = try session.soundBranches()
        var runs: [ClosedRange<Int>] = []
        var end = seq
        for branch in branches.reversed() where branch.seq <= end && branch.seq > ancestor {
            runs.append(branch.seq...end)
            end = branch.parent
        }
        guard ancestor <= end else { throw TimelineError.notAnAncestor(ancestor, of: seq) }
        runs.append(ancestor...end)
        return SeqPath(backwards: runs)
    }
}
