/// The layout of branches as parallel lines, as in `git log --graph`.
///
/// The newest child of a state continues in the state's column; older children have columns to the right of it. The
/// columns therefore change only where branches start or end, and other actions need not be read.
package struct BranchLayout: Sendable {
    /// A column, counted from 0 at the left. Small because there may be as many turns as actions.
    package typealias Column = UInt8

    /// A change of the columns between the action before `seq` and `seq`.
    package struct Turn: Hashable, Sendable {
        /// The action after the change.
        package let seq: Int
        /// The column of the action before.
        package let from: Column
        /// True if that column ends because nothing follows its action; the columns to the right of it move left.
        package let closes: Bool
        /// The column, after that, of the parent; nil if the session does not have the parent.
        package let parent: Column?
        /// True if the action gets a new column: next to its parent, where the columns on the right move right, or at
        /// the right end.
        package let opens: Bool
        /// The column of the action.
        package let to: Column
    }

    /// The number of distinct columns; columns farther right count as the column with this number.
    package let limit: Column
    /// The turns, oldest first.
    package let turns: [Turn]
    /// The column of the last action. The first state has column 0.
    package let lastColumn: Column
    /// The number of columns at the last action.
    package let lastCount: Int
    /// The maximum number of columns.
    package let maximumColumns: Int

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
        maximumColumns = plan.maximumColumns
    }
}

extension Timeline {
    /// Returns the branches as parallel lines; the columns from `limit` on count as one.
    ///
    /// - Complexity: O(*n* log *n* + *n* · `limit`) for *n* branches.
    /// - Throws: `SessionError`.
    package func layout(limit: BranchLayout.Column) throws -> BranchLayout {
        BranchLayout(of: try session.branches(), first: first, last: last, limit: limit)
    }
}
