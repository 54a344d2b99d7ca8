import Foundation
import RewindSession
import RewindTree

/// How the actions of a session follow each other: in runs, each action applied to the state of the one before, and
/// where they start.
final class Lineage {
    /// Actions that follow each other, and the seq whose state the first of them was applied to.
    struct Run: Hashable {
        let seqs: ClosedRange<Int>
        let parent: Int
    }

    private let first: Int
    /// Where branches start, oldest first: actions that were not applied to the state of the one before.
    private let branches: [(seq: Int, parent: Int)]
    /// The same by parents, and then by seqs.
    private lazy var forks = branches.sorted { ($0.parent, $0.seq) < ($1.parent, $1.seq) }
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

    /// - Throws: `SessionError.damaged` where the parent of a branch is no seq, or not older: it would lead in a circle.
    func check() throws {
        for branch in branches { try check(branch) }
    }

    private func check(_ branch: (seq: Int, parent: Int)) throws {
        guard branch.parent >= 0, branch.parent < branch.seq else {
            throw SessionError.damaged(path: path, .malformed(table: "action", column: "parent", row: branch.seq))
        }
    }

    /// The branches that start in `range`.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    func branches(in range: ClosedRange<Int>) -> ArraySlice<(seq: Int, parent: Int)> {
        let start = branches.partitioningIndex { $0.seq >= range.lowerBound }
        return branches[start..<branches.partitioningIndex { $0.seq > range.upperBound }]
    }

    /// The seq whose state action `seq` was applied to; for the first state, its own.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    func parent(of seq: Int) -> Int {
        seq <= first ? seq : branches(in: seq...seq).first?.parent ?? seq - 1
    }

    /// Whether an action was applied to a state that was pruned.
    var hasOrphans: Bool { branches.contains { $0.parent < first } }

    /// The actions that start branches from the state at `seq`, oldest first.
    ///
    /// - Complexity: O(log *n*) for *n* branches, and O(*n* log *n*) the first time.
    func branches(from seq: Int) -> ArraySlice<(seq: Int, parent: Int)> {
        let start = forks.partitioningIndex { $0.parent >= seq }
        return forks[start..<forks.partitioningIndex { $0.parent > seq }]
    }

    /// The first seq in `seqs` from whose state a branch starts; nil when there is none.
    ///
    /// - Complexity: as that of ``branches(from:)``.
    func firstFork(in seqs: ClosedRange<Int>) -> Int? {
        let index = forks.partitioningIndex { $0.parent >= seqs.lowerBound }
        return index < forks.count && forks[index].parent <= seqs.upperBound ? forks[index].parent : nil
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
        try check(branches[next - 1])
        return Run(seqs: start...seq, parent: parent)
    }

    /// The seqs, each once, that are not in `range`, and whose states actions in it were applied to.
    ///
    /// - Complexity: O(*m* + log *n*) for *m* branches that start in the range, of *n*.
    func parents(outside range: ClosedRange<Int>) -> Set<Int> {
        let starts = branches(in: range)
        let parents = starts.map(\.parent) + (starts.first?.seq == range.lowerBound ? [] : [range.lowerBound - 1])
        return Set(parents.filter { !range.contains($0) })
    }

    /// The last seq of the actions that follow each other from `start` on, in a session with actions up to `last`.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    func end(ofRunFrom start: Int, last: Int) -> Int {
        let next = branches.partitioningIndex { $0.seq > start }
        return next < branches.count ? branches[next].seq - 1 : last
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
