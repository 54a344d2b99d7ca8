import RewindTimeline
import RewindTree

/// The actions that lead to the cursor, and those to which redo leads from there.
package struct CursorBranch {
    /// The mark of an undone action in a list.
    package static let mark = "~"

    /// The actions, as ranges in order; empty for all.
    private var way, branch: [ClosedRange<Int>]

    /// Creates the branch of a session without others, with the cursor at its end.
    package init() { (way, branch) = ([], []) }

    /// Reads the cursor.
    ///
    /// - Complexity: Linear in the branches.
    /// - Throws: `SessionError`.
    package init(of timeline: Timeline) throws {
        self.init()
        let (cursor, tip) = (try timeline.cursor(), try timeline.tip())
        if cursor != timeline.last { way = try timeline.path(to: cursor).ranges }
        let branch = try timeline.path(to: tip).ranges
        if branch.count > 1 || tip != timeline.last { self.branch = branch }
    }

    /// True if no action was undone.
    package var isOnly: Bool { branch.isEmpty }

    /// Returns true if the action led to the state at the cursor.
    package func leadsToCursor(_ seq: Int) -> Bool { Self.contains(seq, in: way) && !isUndone(seq) }

    /// Returns true if the action is on another branch.
    package func isUndone(_ seq: Int) -> Bool { !Self.contains(seq, in: branch) }

    /// Returns the mark of the action, or a space.
    package func mark(for seq: Int) -> String { isUndone(seq) ? Self.mark : " " }

    private static func contains(_ seq: Int, in ranges: [ClosedRange<Int>]) -> Bool {
        if ranges.isEmpty { return true }
        let index = ranges.partitioningIndex { $0.upperBound >= seq }
        return index < ranges.count && ranges[index].contains(seq)
    }
}
