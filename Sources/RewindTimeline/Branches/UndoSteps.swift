import RewindSession

/// The actions that begin a step of undo and redo.
package struct UndoSteps: Sendable {
    /// Each action is a step.
    package static let eachAction = UndoSteps()

    private let isUndoable: (@Sendable (String) -> Bool)?
    private let groupBy: (@Sendable (ActionRecord) -> AnyHashable?)?

    /// Creates steps of actions that count and that have no group, or another one than the action before them that counts.
    ///
    /// - Parameters:
    ///   - isUndoable: Returns whether actions of a type count. With nil, all do.
    ///   - groupBy: Returns the group of an action. With nil, no action has one.
    package init(
        isUndoable: (@Sendable (String) -> Bool)? = nil,
        groupBy: (@Sendable (ActionRecord) -> AnyHashable?)? = nil
    ) {
        (self.isUndoable, self.groupBy) = (isUndoable, groupBy)
    }

    /// Returns whether a step begins with action `seq`.
    ///
    /// - Complexity: linear in the actions before it that do not count.
    /// - Throws: `SessionError`.
    func begins(_ seq: Int, in timeline: Timeline) throws -> Bool {
        guard try counts(seq, in: timeline) else { return false }
        guard let group = try group(of: seq, in: timeline) else { return true }
        var previous = seq
        repeat {
            let parent = try timeline.parent(of: previous)
            // The first action after travel begins a step.
            guard parent == previous - 1, parent > timeline.first else { return true }
            previous = parent
        } while try !counts(previous, in: timeline)
        return try self.group(of: previous, in: timeline) != group
    }

    private func counts(_ seq: Int, in timeline: Timeline) throws -> Bool {
        try isUndoable?(timeline.session.type(of: seq)) ?? true
    }

    private func group(of seq: Int, in timeline: Timeline) throws -> AnyHashable? {
        guard let groupBy else { return nil }
        return try timeline.session.action(seq).flatMap(groupBy)
    }
}
