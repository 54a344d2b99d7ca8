import RewindTree

/// A write of a value: the event that made it what it is.
package struct Write: Hashable, Sendable {
    /// Actions with unknown effects.
    package struct Gap: Hashable, Sendable {
        package var first: Int
        package var last: Int
        package var count: Int
    }

    /// The origin of the value.
    package enum Cause: Hashable, Sendable {
        /// The action changed it.
        case action
        /// The value exists in the first state of the session.
        case firstState
        /// The value exists in the first known state on this branch; earlier ones were pruned.
        case pruned
    }

    package let cause: Cause
    /// The action that wrote it, or the first state that contains it.
    package let seq: Int
    /// The pointer to the value right after the write.
    package let pointer: Pointer
    /// The value before; nil if there was none.
    package let old: Tree?
    /// The value after; nil if it was removed.
    package let new: Tree?
    /// The actions with unknown effects right before this one. One of them may have written the value.
    package let gap: Gap?
}

extension Timeline {
    /// Returns the consecutive actions with unknown effects that end with `seq` on its branch, any of which may have
    /// changed the state at `seq`; nil if there are none.
    ///
    /// - Complexity: Linear in their number.
    package func gap(endingWith seq: Int) throws -> Write.Gap? {
        var gap: Write.Gap?
        var current = seq
        while current > first, try !session.isEffectKnown(current) {
            gap = Write.Gap(first: current, last: gap?.last ?? current, count: (gap?.count ?? 0) + 1)
            current = try parent(of: current)
        }
        return gap
    }
}
