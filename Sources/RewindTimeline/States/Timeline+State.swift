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
        try state(along: way(to: seq))
    }

    /// The way to a state from the nearest one that need not be made.
    struct Way {
        /// The seq of that one, which is kept, or stored whole.
        let base: Int
        /// The actions from there on, latest first.
        let spans: [ClosedRange<Int>]

        /// The actions, latest first, in pages that grow up to a number: what is looked for may be near.
        func pages(upTo largest: Int) -> some Sequence<ClosedRange<Int>> {
            spans.lazy.flatMap { span in
                sequence(state: (upper: span.upperBound, size: 1)) { next -> ClosedRange<Int>? in
                    guard next.upper >= span.lowerBound else { return nil }
                    let page = max(span.lowerBound, next.upper - next.size + 1)...next.upper
                    next = (page.lowerBound - 1, min(largest, next.size * 8))
                    return page
                }
            }
        }
    }

    /// Returns the way to the state at `seq`.
    func way(to seq: Int) throws -> Way {
        var spans: [ClosedRange<Int>] = []
        var current = seq
        while true {
            guard !isPruned(current) else { throw TimelineError.pruned(String(seq), through: first) }
            let run = try lineage().run(endingWith: current)
            if let base = try nearestState(in: (run?.seqs.lowerBound ?? current)...current) {
                return Way(base: base, spans: base < current ? spans + [base + 1...current] : spans)
            }
            guard let run else { throw session.damaged(.noInitialState) }
            spans.append(run.seqs)
            current = run.parent
        }
    }

    private func nearestState(in seqs: ClosedRange<Int>) throws -> Int? {
        let kept = cache.last(in: seqs)
        if kept == seqs.upperBound { return kept }
        return try session.lastSnapshot(in: (kept.map { $0 + 1 } ?? seqs.lowerBound)...seqs.upperBound) ?? kept
    }

    /// Returns the state at the end of a way.
    func state(along way: Way) throws -> Tree {
        var state = try cache.state(way.base) ?? snapshot(way.base)
        for span in way.spans.reversed() { state = try self.state(after: span, from: state) }
        return state
    }

    private func snapshot(_ seq: Int) throws -> Tree {
        guard let state = try session.snapshot(seq) else { throw session.damaged(.noInitialState) }
        cache.length = try session.snapshotLength(seq) ?? 0
        cache.insert(state, for: seq)
        return state
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
