import RewindSession
import RewindTree

/// A write of a value: how it came to be what it is.
package struct Write: Hashable, Sendable {
    /// Actions whose effect is not known.
    package struct Gap: Hashable, Sendable {
        package var first: Int
        package var last: Int
        package var count: Int

        package init(first: Int, last: Int, count: Int) {
            self.first = first
            self.last = last
            self.count = count
        }
    }

    /// How the value came.
    package enum Cause: Hashable, Sendable {
        /// The action changed it.
        case action
        /// It was there in the first state of the session.
        case firstState
        /// It was there in the first state that is known on this branch: what was before it was pruned.
        case pruned
    }

    package let cause: Cause
    /// The action that wrote it, or the seq of the first state that has it.
    package let seq: Int
    /// Where the value was right after that.
    package let pointer: Pointer
    /// What was there before, nil when nothing was.
    package let old: Tree?
    /// What is there then, nil when nothing is.
    package let new: Tree?
    /// Actions right before this one whose effects are not known: one of them may have written the value.
    package let gap: Gap?

    package init(
        _ cause: Cause,
        seq: Int,
        pointer: Pointer,
        old: Tree? = nil,
        new: Tree?,
        gap: Gap? = nil
    ) {
        self.cause = cause
        self.seq = seq
        self.pointer = pointer
        self.old = old
        self.new = new
        self.gap = gap
    }
}

extension Timeline {
    /// The actions up to `seq`, one after the other on its branch, whose effects are not known: what the state at `seq`
    /// is, they may have changed; nil when there are none.
    ///
    /// - Complexity: O(their number).
    package func gap(endingWith seq: Int) throws -> Write.Gap? {
        var gap: Write.Gap?
        var current = seq
        while current > first, try !session.isEffectKnown(current) {
            gap = Write.Gap(first: current, last: gap?.last ?? current, count: (gap?.count ?? 0) + 1)
            current = try parent(of: current)
        }
        return gap
    }

    /// The actions in `ranges`, which are in order, whose effects are not known; nil when there are none.
    ///
    /// - Complexity: linear in the actions.
    /// - Throws: `SessionError`.
    package func unknownEffects(in ranges: [ClosedRange<Int>]) throws -> Write.Gap? {
        var gap: Write.Gap?
        for range in ranges {
            guard let found = try session.unknownEffects(in: range) else { continue }
            gap = Write.Gap(
                first: gap?.first ?? found.first,
                last: found.last,
                count: (gap?.count ?? 0) + found.count
            )
        }
        return gap
    }
}
