import Rewind
import RewindTimeline

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

    /// Returns the group of an action, or nil for an action that is a separate step.
    ///
    /// Actions in a row with the same group are one step for undo and redo, such as the letters that are typed into a
    /// field. Actions that do not count (``isUndoable``) may come between. The first action after travel begins a step.
    ///
    /// ```swift
    /// options.groupBy = { $0.type == "SearchTextChanged" ? "search" : nil }
    /// options.groupBy = { $0.type == "TitleChanged" ? $0.payload?["/taskID"] : nil }
    /// ```
    public var groupBy: (@Sendable (RecordedAction) -> AnyHashable?)?

    /// How many of the latest states are kept in memory as they are. Older ones are decoded from the session, which
    /// takes a state that is `Codable` and in which nothing was masked.
    public var statesInMemory = RecentStates.usualLimit

    public init() {}
}
