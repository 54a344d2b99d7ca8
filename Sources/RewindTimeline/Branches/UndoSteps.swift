import RewindSession

/// The actions that begin a step of undo and redo.
package struct UndoSteps: Sendable {
    /// Each action is a step.
    package static let eachAction = UndoSteps()

    private let isUndoable: (@Sendable (String) -> Bool)?
    private let groupBy: (@Sendable (ActionRecord) -> AnyHashable?)?

    /// Creates steps. A step begins with each undoable action that has no group or another group than the undoable
    /// action before it.
    ///
    /// - Parameters:
    ///   - isUndoable: Returns true if actions of this type are undoable. If nil, all are.
    ///   - groupBy: Returns the group of an action. If nil, no action has a group.
    package init(
        isUndoable: (@Sendable (String) -> Bool)? = nil,
        groupBy: (@Sendable (ActionRecord) -> AnyHashable?)? = nil
    ) {
        (self.isUndoable, self.groupBy) = (isUndoable, groupBy)
    }

    /// Returns true if a step begins with action `seq`.
    ///
    /// - Complexity: Linear in the actions before it that are not undoable.
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
