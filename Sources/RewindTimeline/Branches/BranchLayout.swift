import RewindSession

/// How the branches of a session are drawn as lines side by side, in the manner of `git log --graph`.
///
/// Each state goes on in its own column with its newest child; its older children have columns to the right of it while
/// they last. So the columns change only where branches start and end, and no other action needs to be known.
package struct BranchLayout: Sendable {
    /// A column, counted from the left from 0. There may be as many turns as actions, so it has to be small.
    package typealias Column = UInt8

    /// What happens to the columns between the action before `seq` and `seq`.
    package struct Turn: Hashable, Sendable {
        /// The action in front of which it happens.
        package let seq: Int
        /// The column of the action before.
        package let from: Column
        /// Whether that column ends, for nothing follows that action; the columns to the right of it move up.
        package let closes: Bool
        /// The column, after that, of the state that the action was applied to; nil when that is not there.
        package let parent: Column?
        /// Whether the action has a new column, right of its parent's, where the others make room; or at the right end.
        package let opens: Bool
        /// The column of the action.
        package let to: Column
    }

    /// How many columns are told apart: what is farther right counts as being in the column with this number.
    package let limit: Column
    /// The turns, oldest first.
    package let turns: [Turn]
    /// The column of the last action; that of the first state is 0.
    package let lastColumn: Column
    /// How many columns there are at the last action; at the first state there is one.
    package let lastCount: Int
    /// How many columns there are at the most.
    package let mostColumns: Int

    /// Lays out the branches that start at these actions, oldest first, in a session with the states from `first` to
    /// `last`.
    ///
    /// - Complexity: O(*n* log *n* + *n* · `limit`) for *n* branches.
    package init(of branches: [(seq: Int, parent: Int)], first: Int, last: Int, limit: Column) {
        var plan = Plan(branches, first: first, last: last, limit: limit)
        plan.run()
        self.limit = limit
        turns = plan.turns
        lastColumn = plan.position(of: plan.current)
        lastCount = plan.count
        mostColumns = plan.mostColumns
    }
}

extension Timeline {
    /// The branches as lines side by side; all columns from number `limit` on count as one.
    ///
    /// - Complexity: O(*n* log *n* + *n* · `limit`) for *n* branches.
    /// - Throws: `SessionError`.
    package func layout(limit: BranchLayout.Column) throws -> BranchLayout {
        BranchLayout(of: try session.branches(), first: first, last: last, limit: limit)
    }
}
