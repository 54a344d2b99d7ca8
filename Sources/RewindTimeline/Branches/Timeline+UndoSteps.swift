extension Timeline {
    /// Returns the seq that `count` steps of undo lead to from `seq`: the parent of the action that begins the last
    /// step. Fewer steps are taken if the start or a pruned state comes first.
    ///
    /// - Complexity: Linear in the undone actions.
    /// - Throws: `TimelineError.nothingToUndo` if no step begins before `seq`; `TimelineError.pruned` if the previous
    ///   state was pruned; `SessionError`.
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

    /// Returns the seq that `count` steps of redo lead to from `seq`, an ancestor of `tip`: the last action before the
    /// next step begins, or the tip if that comes first.
    ///
    /// - Complexity: Linear in the redone actions and in the branches on the way to the tip.
    /// - Throws: `TimelineError.nothingToRedo` at the tip; `TimelineError.notAnAncestor` if `seq` is not an ancestor of
    ///   `tip`; `SessionError`.
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

    /// Returns true if `seq` is `descendant` or one of its ancestors.
    ///
    /// - Complexity: O(*m* log *n*) for *m* branches between them and *n* branches in all.
    /// - Throws: `SessionError`.
    package func isAncestor(_ seq: Int, of descendant: Int) throws -> Bool {
        var end = descendant
        while end > seq, let run = try lineage().run(endingWith: end) {
            guard !run.seqs.contains(seq) else { return true }
            end = run.parent
        }
        return end == seq
    }

    /// Returns the end of the newest branch from `seq`.
    ///
    /// - Complexity: O(*n* log *n*) for *n* branches.
    /// - Throws: `SessionError`.
    package func newestEnd(from seq: Int) throws -> Int {
        let lineage = try lineage()
        try lineage.check()
        var start = seq
        while true {
            let end = lineage.end(ofRunFrom: start, last: last)
            // The first fork on the path, and its newest branch.
            guard start <= end, let fork = lineage.firstFork(in: start...end),
                let newest = lineage.branches(from: fork).last
            else { return end }
            start = newest.seq
        }
    }
}
