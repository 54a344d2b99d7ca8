/// Which actions count when one goes back and forth in steps.
package struct UndoSteps: Sendable {
    /// Whether actions of the type with that name begin a step; others belong to the step before them.
    package var isUndoable: @Sendable (String) -> Bool
    /// Whether actions of one type that follow each other and change the same values are one step, and so are the
    /// letters that are typed into a text, whatever else changes with them.
    package var groupsSameChanges: Bool
    /// Whether actions that come between two letters typed into one text belong to the typing, though they count.
    package var joinsAnswers: Bool
    /// Whether each action is a step.
    let isEachAction: Bool

    /// Steps of these actions.
    package init(
        groupsSameChanges: Bool = false,
        joinsAnswers: Bool = false,
        isUndoable: @escaping @Sendable (String) -> Bool
    ) {
        self.isUndoable = isUndoable
        self.groupsSameChanges = groupsSameChanges
        self.joinsAnswers = joinsAnswers
        isEachAction = false
    }

    private init() {
        isUndoable = { _ in true }
        groupsSameChanges = false
        joinsAnswers = false
        isEachAction = true
    }

    /// Each action is a step.
    package static let eachAction = UndoSteps()
}
