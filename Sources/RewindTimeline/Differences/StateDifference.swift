import RewindTree

/// What is different between two states, for eyes: grouped by the object or array that the changes are in, an array
/// whose elements have an `id` compared by it, and a little of what is unchanged around.
///
/// Where `Patch` says how to get from one to the other, this says what there is to see.
package struct StateDifference: Sendable {
    /// The changes in one object or array.
    package struct Group: Sendable {
        package enum Kind: Sendable {
            case object
            case array
        }

        package let pointer: Pointer
        package let kind: Kind
        package let counts: Counts
        /// How many elements an array had and has.
        package let lengths: (before: Int, after: Int)?
        package var lines: [Line]
        /// How many lines were cut.
        package var more = 0
    }

    /// How many lines of each kind there are, cut ones included.
    package struct Counts: Sendable {
        package var added = 0
        package var removed = 0
        package var moved = 0
        package var changed = 0

        package var sum: Int { added + removed + moved + changed }
    }

    /// A member or an element.
    package struct Line: Sendable {
        package enum Kind: Sendable {
            case add
            case remove
            case change
            case move
            case same
            /// So many unchanged lines that are not shown.
            case gap(Int)
        }

        package let kind: Kind
        /// The name of a member.
        package var key: String?
        /// The index that an element had.
        package var before: Int?
        /// The index that it has.
        package var after: Int?
        /// Where the value is, or was, when it was removed.
        package let pointer: Pointer
        package var old: Tree?
        package var new: Tree?
        /// Of an element: its changes. Of a container that came or went: its members.
        package var lines: [Line] = []
        /// How many of these were cut.
        package var more = 0
    }

    /// Those with most to see first: arrays by identity, then objects by the number of their changes.
    package private(set) var groups: [Group] = []

    /// How many changes there are.
    package var count: Int { groups.reduce(0) { $0 + $1.counts.sum } }

    /// Compares two states.
    ///
    /// - Parameter whole: groups and lines that are not to be cut, by their pointers.
    /// - Complexity: linear in what the states do not share; for arrays by identity, in the arrays.
    package init(from old: Tree, to new: Tree, whole: Set<Pointer> = []) {
        var comparison = StateComparison(whole: whole)
        comparison.compare(old, new, at: .root)
        groups = comparison.groups(from: old, to: new)
    }
}
