import RewindTimeline

/// The actions that lead to the cursor, and those to which redo leads from there.
package struct CursorBranch {
    /// The mark of an undone action in a list.
    package static let mark = "~"

    /// The paths to the cursor and to the end of its branch; nil for all actions.
    private var way, branch: SeqPath?

    /// Creates the branch of a session without others, with the cursor at its end.
    package init() {}

    /// Reads the cursor.
    ///
    /// - Complexity: Linear in the branches.
    /// - Throws: `SessionError`.
    package init(of timeline: Timeline) throws {
        self.init()
        let (cursor, tip) = (try timeline.cursor(), try timeline.tip())
        if cursor != timeline.last { way = try timeline.path(to: cursor) }
        let branch = try timeline.path(to: tip)
        if branch.ranges.count > 1 || tip != timeline.last { self.branch = branch }
    }

    /// True if no action was undone.
    package var isOnly: Bool { branch == nil }

    /// Returns true if the action led to the state at the cursor.
    package func leadsToCursor(_ seq: Int) -> Bool { (way?.contains(seq) ?? true) && !isUndone(seq) }

    /// Returns true if the action is on another branch.
    package func isUndone(_ seq: Int) -> Bool { !(branch?.contains(seq) ?? true) }

    /// Returns the mark of the action, or a space.
    package func mark(for seq: Int) -> String { isUndone(seq) ? Self.mark : " " }
}
