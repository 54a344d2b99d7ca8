import Foundation
import RewindSession
import RewindTree

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
    private let path: String

    /// The lineage of a session whose first state is that of `first`.
    ///
    /// - Complexity: linear in the branches.
    /// - Throws: `SessionError`.
    init(of session: SessionReader, first: Int) throws {
        self.first = first
        branches = try session.branches()
        path = session.url.path
    }

    /// The run that ends with `seq`; nil for the first state and what is before it, which no action led to.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    /// - Throws: `SessionError.damaged` where the parent is not older: it would lead in a circle.
    func run(endingWith seq: Int) throws -> Run? {
        guard seq > first else { return nil }
        let next = branches.partitioningIndex { $0.seq > seq }
        guard next > 0, branches[next - 1].seq > first else { return Run(seqs: first + 1...seq, parent: first) }
        let (start, parent) = branches[next - 1]
        guard parent >= 0, parent < start else {
            throw SessionError.damaged(path: path, .malformed(table: "action", column: "parent", row: start))
        }
        return Run(seqs: start...seq, parent: parent)
    }

    /// The seqs, each once, that are not in `range`, and whose states actions in it were applied to.
    ///
    /// - Complexity: O(*m* + log *n*) for *m* branches that start in the range, of *n*.
    func parents(outside range: ClosedRange<Int>) -> Set<Int> {
        let start = branches.partitioningIndex { $0.seq >= range.lowerBound }
        let starts = branches[start...].prefix { range.contains($0.seq) }
        let parents = starts.map(\.parent) + (starts.first?.seq == range.lowerBound ? [] : [range.lowerBound - 1])
        return Set(parents.filter { !range.contains($0) })
    }

    /// The runs that lead to `seq`, latest first.
    ///
    /// - Complexity: O(*m* log *n*) for *m* runs and *n* branches.
    /// - Throws: `SessionError`.
    func runs(endingWith seq: Int) throws -> [Run] {
        var runs: [Run] = []
        while let run = try run(endingWith: runs.last?.parent ?? seq) { runs.append(run) }
        return runs
    }

    /// Whether the way to `seq` begins in what was pruned.
    ///
    /// - Throws: `SessionError`.
    func isPruned(before seq: Int) throws -> Bool {
        try runs(endingWith: seq).last.map { $0.parent < first } ?? false
    }
}
