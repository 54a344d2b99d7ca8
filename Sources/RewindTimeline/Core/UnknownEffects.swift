import RewindSession
import RewindTree

/// Actions whose effects are not known, each applied to the state of the one before it or of another of them; and those
/// behind them whose effects are.
package struct UnknownEffects: Sendable {
    /// The seq of the last state before all of them.
    package let base: Int
    /// The actions, in order.
    package let seqs: [Int]
    /// The actions behind them whose effects are known, in order: what they and those before them did together.
    package let closing: [Int]
}

extension Timeline {
    /// How many actions are looked up at once: at first, and at the most.
    private static let firstPage = 16
    private static let largestPage = 4_096

    /// The actions on the ways through `ranges` whose effects are not known, in order.
    ///
    /// - Complexity: linear in the actions.
    /// - Throws: `SessionError`.
    package func seqsOfUnknownEffects(in ranges: [ClosedRange<Int>]) throws -> [Int] {
        try ranges.flatMap { try session.seqsOfUnknownEffects(in: $0) }
    }

    /// The actions in `range`, and those that they were applied to, whose effects are not known, in order: without them,
    /// what others did may seem to be what those in the range did.
    ///
    /// - Complexity: linear in the actions of the range.
    /// - Throws: `SessionError`.
    package func seqsOfUnknownEffects(upTo range: ClosedRange<Int>) throws -> [Int] {
        let parents = try lineage().parents(outside: range).filter {
            try $0 > first && $0 < last && !session.isEffectKnown($0)
        }
        return try parents.sorted() + session.seqsOfUnknownEffects(in: range)
    }

    /// Action `seq` with all around it whose effects are not known; nil when its own is, or when it is the first state.
    ///
    /// - Complexity: linear in their number, and in that of branches.
    /// - Throws: `SessionError`, `TimelineError.pruned` when they come from what was pruned.
    package func unknownEffects(around seq: Int) throws -> UnknownEffects? {
        guard seq > first, try !session.isEffectKnown(seq) else { return nil }
        let root = try rootOfUnknownEffects(before: seq)
        let base = try parent(of: root)
        guard base >= first else { throw TimelineError.pruned(String(seq), through: first) }
        let lineage = try lineage()
        try lineage.check()
        var (seqs, closing, waiting) = ([Int](), [Int](), [root])
        var length = Self.firstPage
        var page: (range: ClosedRange<Int>, unknown: Set<Int>)?
        func isUnknown(_ seq: Int) throws -> Bool {
            if let page, page.range.contains(seq) { return page.unknown.contains(seq) }
            let range = seq...min(last, seq + length)
            length = min(length * 2, Self.largestPage)
            let unknown = Set(try session.seqsOfUnknownEffects(in: range))
            page = (range, unknown)
            return unknown.contains(seq)
        }
        while let seq = waiting.popLast() {
            guard try isUnknown(seq) else {
                closing.append(seq)
                continue
            }
            seqs.append(seq)
            waiting += lineage.branches(from: seq).map(\.seq)
            if seq < last, lineage.parent(of: seq + 1) == seq { waiting.append(seq + 1) }
        }
        return UnknownEffects(base: base, seqs: seqs.sorted(), closing: closing.sorted())
    }

    /// The seq of the last state on the way to `seq` that is known.
    ///
    /// - Complexity: linear in the actions behind it.
    /// - Throws: `SessionError`.
    package func lastKnownState(through seq: Int) throws -> Int {
        guard seq > first, try !session.isEffectKnown(seq) else { return seq }
        return try parent(of: rootOfUnknownEffects(before: seq))
    }

    /// The first of the actions up to `seq`, one after the other on its branch, whose effects are not known.
    private func rootOfUnknownEffects(before seq: Int) throws -> Int {
        var root = seq
        while let run = try lineage().run(endingWith: root) {
            if let known = try session.lastKnownEffect(in: run.seqs) { return known + 1 }
            root = run.seqs.lowerBound
            guard run.parent > first, try !session.isEffectKnown(run.parent) else { return root }
            root = run.parent
        }
        return root
    }
}
