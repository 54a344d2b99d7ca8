import RewindSession
import RewindTree

extension Timeline {
    /// Returns the result of `body`; nil if it depends on a pruned state.
    ///
    /// - Throws: The other errors of `body`.
    package static func unlessPruned<Result>(_ body: () throws -> Result) throws -> Result? {
        do { return try body() } catch TimelineError.pruned { return nil }
    }

    /// Returns the state right after action `seq`, or the first one. If the action's effect is not known, this is the
    /// last known state.
    ///
    /// - Complexity: Linear in the patches since the nearest snapshot, at most 256, or since a cached state.
    /// - Throws: `SessionError`, `TimelineError.pruned` if the state depends on a pruned one.
    package func state(at seq: Int) throws -> Tree {
        try state(along: way(to: seq))
    }

    /// The path to a state from the nearest cached or stored one.
    struct Way {
        /// The seq of that state, which is cached or a snapshot.
        let base: Int
        /// The actions after it, latest first.
        let spans: [ClosedRange<Int>]

        /// Returns the actions in pages, latest first. Pages start small, as the result may be near, and grow up to
        /// `largest`.
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

    /// Returns the path to the state at `seq`.
    func way(to seq: Int) throws -> Way {
        var spans: [ClosedRange<Int>] = []
        var current = seq
        while true {
            guard !isPruned(current) else { throw TimelineError.pruned(String(seq), through: first) }
            let run = try lineage().run(endingWith: current)
            if let base = try nearestState(in: (run?.seqs.lowerBound ?? current)...current) {
                return Way(base: base, spans: base < current ? spans + [base + 1...current] : spans)
            }
            guard let run else { throw missingFirstState() }
            spans.append(run.seqs)
            current = run.parent
        }
    }

    private func nearestState(in seqs: ClosedRange<Int>) throws -> Int? {
        let kept = cache.last(in: seqs)
        if kept == seqs.upperBound { return kept }
        return try session.lastSnapshot(in: (kept.map { $0 + 1 } ?? seqs.lowerBound)...seqs.upperBound) ?? kept
    }

    /// Returns the state at the end of a path.
    func state(along way: Way) throws -> Tree {
        var state = try cache.state(way.base) ?? snapshot(way.base)
        for span in way.spans.reversed() { state = try self.state(after: span, from: state) }
        return state
    }

    private func snapshot(_ seq: Int) throws -> Tree {
        let state = try session.tree(ofChunk: snapshotChunk(seq))
        cache.length = try session.snapshotLength(seq) ?? 0
        cache.insert(state, for: seq)
        return state
    }

    /// Returns the state after the patches of `span`.
    private func state(after span: ClosedRange<Int>, from base: Tree) throws -> Tree {
        var state = base
        var start = span.lowerBound
        while start <= span.upperBound {
            // Patches are read up to the next snapshot, and applied up to the next state to cache.
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
        // Applied as one patch, so that each container on the path of a change is copied only once.
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
