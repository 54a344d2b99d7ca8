import RewindSession
import RewindTree

extension Timeline {
    /// The state right after action `seq`, or the first one. Where an action's effect is not known, the last state that
    /// is.
    ///
    /// - Complexity: the patches since the nearest snapshot, at most 256, or since a state near by that was asked for
    ///   lately.
    /// - Throws: `SessionError`, `TimelineError.pruned` where the state was made from one that was pruned too.
    package func state(at seq: Int) throws -> Tree {
        var spans: [ClosedRange<Int>] = []
        var current = seq
        var base: (seq: Int, state: Tree)?
        while base == nil {
            guard !isPruned(current) else { throw TimelineError.pruned(String(seq), through: first) }
            let run = try lineage().run(endingWith: current)
            base = try nearestState(in: (run?.seqs.lowerBound ?? current)...current)
            if let base {
                if base.seq < current { spans.append(base.seq + 1...current) }
            } else if let run {
                spans.append(run.seqs)
                current = run.parent
            } else {
                throw session.damaged(.noInitialState)
            }
        }
        var state = base?.state ?? .null
        for span in spans.reversed() { state = try self.state(after: span, from: state) }
        return state
    }

    private func nearestState(in seqs: ClosedRange<Int>) throws -> (seq: Int, state: Tree)? {
        let remembered = cache.last(in: seqs)
        if let remembered, remembered.seq == seqs.upperBound { return remembered }
        let lower = remembered.map { $0.seq + 1 } ?? seqs.lowerBound
        guard let seq = try session.lastSnapshot(in: lower...seqs.upperBound),
            let state = try session.snapshot(seq)
        else { return remembered }
        cache.length = try session.snapshotLength(seq) ?? 0
        cache.insert(state, for: seq)
        return (seq, state)
    }

    /// The state that the patches of `span` lead to.
    private func state(after span: ClosedRange<Int>, from base: Tree) throws -> Tree {
        var state = base
        var start = span.lowerBound
        while start <= span.upperBound {
            // As far as the next state to keep, and patches of so many actions are read together.
            let page = start...min(span.upperBound, start + SessionFormat.snapshotInterval)
            let patches = try session.patches(in: page)
            while start <= page.upperBound {
                let end = min(page.upperBound, start - start % StateCache.stride + StateCache.stride)
                let part = patches[(start - page.lowerBound)...(end - page.lowerBound)]
                state = try applying(part, firstSeq: start, to: state)
                cache.insert(state, for: end)
                start = end + 1
            }
        }
        return state
    }

    private func applying(_ patches: ArraySlice<Patch?>, firstSeq: Int, to state: Tree) throws -> Tree {
        // As one patch: what is on the way to a change is copied once for all of them.
        let operations = patches.flatMap { $0?.operations ?? [] }
        do {
            return try state.applying(Patch(operations))
        } catch {
            var index = error.index ?? 0
            for (offset, patch) in patches.enumerated() {
                index -= patch?.operations.count ?? 0
                if index < 0 {
                    throw session.damaged(.patchDoesNotApply(seq: firstSeq + offset))
                }
            }
            throw session.damaged(.patchDoesNotApply(seq: firstSeq))
        }
    }
}
