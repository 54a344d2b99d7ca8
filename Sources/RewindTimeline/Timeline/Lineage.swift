import Foundation
import RewindSession
import RewindTree

/// The order in which the actions of a session follow each other: in runs, in which each action was applied to the
/// state of the one before, with the state that each run starts from.
final class Lineage {
    /// Consecutive actions, and the seq of the state that the first of them was applied to.
    struct Run: Hashable {
        let seqs: ClosedRange<Int>
        let parent: Int
    }

    private let first: Int
    /// The starts of branches, oldest first: actions that were not applied to the state of the action before.
    private let branches: [(seq: Int, parent: Int)]
    /// The branches sorted by parent, and then by seq.
    private lazy var forks = branches.sorted { ($0.parent, $0.seq) < ($1.parent, $1.seq) }
    private let path: String

    /// Creates the lineage of a session whose first state is that of `first`.
    ///
    /// - Complexity: Linear in the branches.
    /// - Throws: `SessionError`.
    init(of session: SessionReader, first: Int) throws {
        self.first = first
        branches = try session.branches()
        path = session.url.path
    }

    /// Checks the parents of all branches.
    ///
    /// - Throws: `SessionError.damaged` if the parent of a branch is no seq or not older, which would create a cycle.
    func check() throws {
        for branch in branches { try check(branch) }
    }

    private func check(_ branch: (seq: Int, parent: Int)) throws {
        guard branch.parent >= 0, branch.parent < branch.seq else {
            throw SessionError.damaged(path: path, .malformed(table: "action", column: "parent", row: branch.seq))
        }
    }

    /// Returns the branches that start in `range`.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    func branches(in range: ClosedRange<Int>) -> ArraySlice<(seq: Int, parent: Int)> {
        let start = branches.partitioningIndex { $0.seq >= range.lowerBound }
        return branches[start..<branches.partitioningIndex { $0.seq > range.upperBound }]
    }

    /// Returns the seq of the state that action `seq` was applied to; for the first state, its own.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    func parent(of seq: Int) -> Int {
        seq <= first ? seq : branches(in: seq...seq).first?.parent ?? seq - 1
    }

    /// True if an action was applied to a pruned state.
    var hasOrphans: Bool { branches.contains { $0.parent < first } }

    /// Returns the actions that start branches from the state at `seq`, oldest first.
    ///
    /// - Complexity: O(log *n*) for *n* branches; O(*n* log *n*) the first time.
    func branches(from seq: Int) -> ArraySlice<(seq: Int, parent: Int)> {
        let start = forks.partitioningIndex { $0.parent >= seq }
        return forks[start..<forks.partitioningIndex { $0.parent > seq }]
    }

    /// Returns the first seq in `seqs` from whose state a branch starts; nil if none exists.
    ///
    /// - Complexity: The same as ``branches(from:)``.
    func firstFork(in seqs: ClosedRange<Int>) -> Int? {
        let index = forks.partitioningIndex { $0.parent >= seqs.lowerBound }
        return index < forks.count && forks[index].parent <= seqs.upperBound ? forks[index].parent : nil
    }

    /// Returns the run that ends with `seq`; nil for the first state and pruned ones.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    /// - Throws: `SessionError.damaged` if the parent is not older, which would create a cycle.
    func run(endingWith seq: Int) throws -> Run? {
        guard seq > first else { return nil }
        let next = branches.partitioningIndex { $0.seq > seq }
        guard next > 0, branches[next - 1].seq > first else { return Run(seqs: first + 1...seq, parent: first) }
        let (start, parent) = branches[next - 1]
        try check(branches[next - 1])
        return Run(seqs: start...seq, parent: parent)
    }

    /// Returns the seqs outside `range` whose states actions in it were applied to, without duplicates.
    ///
    /// - Complexity: O(*m* + log *n*) for *m* branches that start in the range, of *n* in all.
    func parents(outside range: ClosedRange<Int>) -> Set<Int> {
        let starts = branches(in: range)
        let parents = starts.map(\.parent) + (starts.first?.seq == range.lowerBound ? [] : [range.lowerBound - 1])
        return Set(parents.filter { !range.contains($0) })
    }

    /// Returns the last of the consecutive actions from `start` on, in a session with actions up to `last`.
    ///
    /// - Complexity: O(log *n*) for *n* branches.
    func end(ofRunFrom start: Int, last: Int) -> Int {
        let next = branches.partitioningIndex { $0.seq > start }
        return next < branches.count ? branches[next].seq - 1 : last
    }

    /// Returns the runs that lead to `seq`, latest first.
    ///
    /// - Complexity: O(*m* log *n*) for *m* runs and *n* branches.
    /// - Throws: `SessionError`.
    func runs(endingWith seq: Int) throws -> [Run] {
        var runs: [Run] = []
        while let run = try run(endingWith: runs.last?.parent ?? seq) { runs.append(run) }
        return runs
    }

    /// Returns true if the path to `seq` starts from a pruned state.
    ///
    /// - Throws: `SessionError`.
    func isPruned(before seq: Int) throws -> Bool {
        try runs(endingWith: seq).last.map { $0.parent < first } ?? false
    }
}
