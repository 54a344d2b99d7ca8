import Rewind
import RewindSession

extension Recorder {
    /// Returns a reducer with which a store can travel: it puts the state of a ``Restoration`` into the store, and
    /// keeps the state while travel is locked.
    ///
    /// Pass the root reducer, and create a ``TimeTravel`` to travel. The store also needs `middleware()`, or `reduce` a
    /// `reducer(wrapping:)`. For a reducer of another shape, call ``travelState(for:from:)`` in the reducer.
    public func travelingReducer<Action>(
        wrapping reduce: @escaping (Action, State?) -> State
    ) -> (Action, State?) -> State {
        enableTravelReducer()
        return { [self] action, state in dueState(for: action, from: state) ?? reduce(action, state) }
    }

    /// Returns a reducer with which a store can travel, and which takes the state first.
    public func travelingReducer<Action>(
        wrapping reduce: @escaping (State, Action) -> State
    ) -> (State, Action) -> State {
        enableTravelReducer()
        return { [self] state, action in dueState(for: action, from: state) ?? reduce(state, action) }
    }

    /// Returns a reducer with which a store can travel, and which changes the state in place.
    public func travelingReducer<Action>(
        wrapping reduce: @escaping (inout State, Action) -> Void
    ) -> (inout State, Action) -> Void {
        travelingReducer(wrapping: reduce, returning: ())
    }

    /// Returns a reducer with which a store can travel, and which changes the state in place, as in the Composable
    /// Architecture.
    ///
    /// ```swift
    /// let reduce = recorder.travelingReducer(wrapping: recorder.reducer(wrapping: appReducer), returning: .none)
    /// ```
    ///
    /// - Parameters:
    ///   - reduce: The root reducer.
    ///   - effect: The result for an action that `reduce` does not receive: a ``Restoration``, or any action while
    ///     travel is locked.
    public func travelingReducer<Action, Effect>(
        wrapping reduce: @escaping (inout State, Action) -> Effect,
        returning effect: Effect
    ) -> (inout State, Action) -> Effect {
        enableTravelReducer()
        return { [self] state, action in
            guard let due = dueState(for: action, from: state) else { return reduce(&state, action) }
            state = due
            return effect
        }
    }

    /// Returns the state that travel requires after an action; nil if the app's reducer makes it.
    ///
    /// It is the state of a ``Restoration``, and the same state while travel is locked. Call it for each action, before
    /// the app's reducer:
    ///
    /// ```swift
    /// let reduce = { (state: AppState, action: AppAction) in
    ///     recorder.travelState(for: action, from: state) ?? appReducer(state, action)
    /// }
    /// ```
    public func travelState(for action: Any, from state: State?) -> State? {
        enableTravelReducer()
        return dueState(for: action, from: state)
    }

    private func enableTravelReducer() {
        dispatches.enableTravel(by: Restoration<State>.self, hasReducer: true)
    }

    private func dueState(for action: Any, from state: State?) -> State? {
        if let restoration = action as? Restoration<State> ?? enclosed(in: action), dispatches.restore(restoration) {
            return restoration.state
        }
        return dispatches.isLocked ? state : nil
    }

    private func enclosed(in action: Any) -> Restoration<State>? {
        guard dispatches.isRestoring else { return nil }
        return EnumCase(of: action)?.payload?.value as? Restoration<State>
    }
}
