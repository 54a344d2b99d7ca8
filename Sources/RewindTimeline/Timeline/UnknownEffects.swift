/// Actions with unknown effects, each applied to the state of the one before it or of another of them, and the actions
/// with known effects that follow them.
package struct UnknownEffects: Sendable {
    /// The seq of the last state before them.
    package let base: Int
    /// The actions, in order.
    package let seqs: [Int]
    /// The actions with known effects that follow them, in order. The patch of each also contains the unknown effects
    /// before it.
    package let closing: [Int]
}

extension Timeline {
    /// The initial and the maximum number of actions to look up at once.
    private static let firstPage = 16
    private static let largestPage = 4_096

    /// Returns the actions in `ranges` with unknown effects, in order.
    ///
    /// - Complexity: Linear in their number.
    /// - Throws: `SessionError`.
    package func seqsOfUnknownEffects(in ranges: [ClosedRange<Int>]) throws -> [Int] {
        try ranges.flatMap { try session.seqsOfUnknownEffects(in: $0) }
    }

    /// Returns the actions with unknown effects in `range` and among the parents of its actions, in order. Unless these
    /// are recovered, effects of earlier actions may appear as effects of those in the range.
    ///
    /// - Complexity: Linear in the actions of the range.
    /// - Throws: `SessionError`.
    package func seqsOfUnknownEffects(upTo range: ClosedRange<Int>) throws -> [Int] {
        let parents = try lineage().parents(outside: range).filter {
            try $0 > first && $0 < last && !session.isEffectKnown($0)
        }
        return try parents.sorted() + session.seqsOfUnknownEffects(in: range)
    }

    /// Returns the connected actions with unknown effects that include `seq`; nil if its own effect is known or it is
    /// the first state.
    ///
    /// - Complexity: Linear in the number of these actions, and of branches.
    /// - Throws: `SessionError`, `TimelineError.pruned` if the state before them was pruned.
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

    /// Returns the seq of the last known state on the path to `seq`.
    ///
    /// - Complexity: Linear in the actions after it.
    /// - Throws: `SessionError`.
    package func lastKnownState(through seq: Int) throws -> Int {
        guard seq > first, try !session.isEffectKnown(seq) else { return seq }
        return try parent(of: rootOfUnknownEffects(before: seq))
    }

    /// Returns the first of the consecutive actions with unknown effects that end with `seq` on its branch.
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
