import Rewind
import RewindTimeline

/// The options of time travel in a running app.
public struct TimeTravelOptions: Sendable {
    /// The handling of an action that is dispatched while the store is in the past.
    public enum Dispatching: Sendable {
        /// The action is applied to that state and starts a branch of the recording. Nothing is lost: the other branch
        /// can still be restored.
        case branches
        /// The reducer from `travelingReducer(wrapping:)` drops the action. An app without this reducer checks
        /// `Recorder.isTraveling`; an action that it dispatches nevertheless starts a branch.
        case locked
    }

    /// The handling of an action that is dispatched while the store is in the past.
    public var dispatching = Dispatching.branches

    /// Returns true if actions of the type with this name are steps for undo and redo. Other actions are undone
    /// together with the step before them. The names are those in the session: `AddTask`, `Home.Action.row.delete`. If
    /// nil, every action is a step.
    public var isUndoable: (@Sendable (String) -> Bool)?

    /// Returns the group of an action, or nil for an action that is a separate step.
    ///
    /// Actions in a row with the same group are one step for undo and redo, such as the letters that are typed into a
    /// field. Actions that are not steps (``isUndoable``) may come between. The first action after travel begins a
    /// step.
    ///
    /// ```swift
    /// options.groupBy = { $0.type == "SearchTextChanged" ? "search" : nil }
    /// options.groupBy = { $0.type == "TitleChanged" ? $0.payload?["/taskID"] : nil }
    /// ```
    public var groupBy: (@Sendable (RecordedAction) -> AnyHashable?)?

    /// The maximum number of latest states that are kept in memory; `.max` for all states that fit in
    /// ``bytesInMemory``.
    ///
    /// A kept state is restored as the app created it. Older ones are decoded from the session: such a state must be
    /// `Codable` and must not contain masked values, and members that are not encoded get the values that `init(from:)`
    /// gives them. `RecorderProblem.notRestored` names these members.
    public var statesInMemory = RecentStates.Limits().count

    /// The approximate maximum size in bytes of the states that are kept in memory. The latest state is kept even if it
    /// is larger.
    ///
    /// A state counts with the parts that it does not share with the previous one, in the app and in the recording.
    public var bytesInMemory = RecentStates.Limits().bytes

    public init() {}
}
