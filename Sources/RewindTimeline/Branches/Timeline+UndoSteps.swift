import RewindSession
import RewindTree

extension Timeline {
    /// The seq that `count` steps of undo lead to from `seq`: the parents of the actions that begin the steps.
    ///
    /// - Complexity: linear in the actions that are passed.
    /// - Throws: `SessionError`. `TimelineError.nothingToUndo` where no step begins, `TimelineError.pruned` when the
    ///   state before was pruned; fewer steps are taken when either comes first.
    package func undoTarget(from seq: Int, steps count: Int, counting steps: UndoSteps = .eachAction) throws -> Int {
        var (target, current, left) = (seq, seq, count)
        while left > 0, current > first {
            let parent = try parent(of: current)
            guard parent >= first else { break }
            if try steps.begins(current, in: self) {
                target = parent
                left -= 1
            }
            current = parent
        }
        guard left == count, count > 0 else { return target }
        if current > 0, try current == first || parent(of: current) < first {
            throw TimelineError.pruned("cursor~1", through: first)
        }
        throw TimelineError.nothingToUndo
    }

    /// The seq that `count` steps of redo lead to from `seq`, which is on the way to `tip`: right before where the next
    /// step begins, or to the tip.
    ///
    /// - Complexity: linear in the actions that are passed and in the branches on the way to the tip.
    /// - Throws: `SessionError`. `TimelineError.nothingToRedo` at the tip; fewer steps are taken when that comes first.
    ///   `TimelineError.notAnAncestor` when `seq` is not on the way.
    package func redoTarget(
        from seq: Int,
        toward tip: Int,
        steps count: Int,
        counting steps: UndoSteps = .eachAction
    ) throws -> Int {
        let path = try path(from: seq, to: tip)
        guard path.count > 1 || count == 0 else { throw TimelineError.nothingToRedo }
        var index = 0
        for _ in 0..<count {
            var hasBegun = false
            while index < path.count - 1 {
                let isBoundary = try steps.begins(path[index + 1], in: self)
                if hasBegun, isBoundary { break }
                hasBegun = hasBegun || isBoundary
                index += 1
            }
            if index == path.count - 1 { break }
        }
        return path[index]
    }

    /// Whether the state at `seq` led to the one at `descendant`, or is it.
    ///
    /// - Complexity: O(*m* log *n*) for *m* branches on the way and *n* branches in all.
    /// - Throws: `SessionError`.
    package func isAncestor(_ seq: Int, of descendant: Int) throws -> Bool {
        var end = descendant
        while end > seq, let run = try lineage().run(endingWith: end) {
            guard !run.seqs.contains(seq) else { return true }
            end = run.parent
        }
        return end == seq
    }

    /// Where the newest branch from `seq` on ends.
    ///
    /// - Complexity: O(*n* log *n*) for *n* branches.
    /// - Throws: `SessionError`.
    package func newestEnd(from seq: Int) throws -> Int {
        let lineage = try lineage()
        try lineage.check()
        var start = seq
        while true {
            let end = lineage.end(ofRunFrom: start, last: last)
            // The first fork on the way, and the newest of the branches there.
            guard start <= end, let fork = lineage.firstFork(in: start...end),
                let newest = lineage.branches(from: fork).last
            else { return end }
            start = newest.seq
        }
    }
}
