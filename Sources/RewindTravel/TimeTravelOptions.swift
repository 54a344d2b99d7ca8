import Rewind

/// How time travel in a running app goes.
public struct TimeTravelOptions: Sendable {
    /// What becomes of an action that is dispatched while the store has a state of the past.
    public enum Dispatching: Sendable {
        /// It is applied to that state, and starts a branch of the recording. Nothing is lost: the other branch can still
        /// be gone to.
        case branches
        /// It is dropped, by the reducer that came from `timeTravel(_:)`. An app with none asks
        /// ``Recorder/isTravelling``; what it dispatches all the same starts a branch.
        case locked
    }

    /// What becomes of an action that is dispatched while the store has a state of the past.
    public var dispatching = Dispatching.branches

    /// Whether actions of the type with this name count as steps for undo and redo; those that do not are undone
    /// together with the step before them. Names are as the session has them: `AddTask`, `Home.Action.row.delete`. With
    /// nil, all count.
    public var isUndoable: (@Sendable (String) -> Bool)?

    /// Whether what is done to one field is one step: actions of one type that follow each other and change the same part
    /// of the state, and nothing else; and the letters that are typed into a text, whatever else changes meanwhile, such
    /// as the results of a search.
    ///
    /// An action is a letter when it carries the new text, which is that of the action before it of the same type with
    /// something inserted or deleted at one place. Actions that do not count (``isUndoable``) may come between. Where all
    /// count, those that come between two letters belong to the typing as well, and after the last letter those of the
    /// same types: name the results' actions in ``isUndoable`` if they may also come once only, after a pause. What
    /// changes the text in another way ends the typing.
    public var groupsChangesOfOneField = false

    /// How many of the latest states are kept in memory as they are. Older ones are decoded from the session, which
    /// takes a state that is `Codable` and in which nothing was masked.
    public var statesInMemory = RecentStates.usualLimit

    public init() {}
}
