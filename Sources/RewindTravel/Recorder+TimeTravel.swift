import Rewind
import RewindSession

// Each shape is there twice, as those of `reducer(wrapping:)`.
extension Recorder {
    /// A reducer with which the store can travel: it puts the state of a ``Restoration`` into the store, and keeps what
    /// it must while travel is locked.
    ///
    /// Make it from the root reducer, and ``TimeTravel`` to steer it. It goes together with ``middleware()`` as well as
    /// with `reducer(wrapping:)`, around or within that.
    public func timeTravel<Action>(
        _ reduce: @escaping (Action, State?) -> State
    ) -> (Action, State?) -> State {
        dispatches.enableTravel(by: Restoration<State>.self, hasReducer: true)
        return { [self] action, state in travelled(action, state) ?? reduce(action, state) }
    }

    /// As for a reducer that does not throw.
    public func timeTravel<Action>(
        _ reduce: @escaping (Action, State?) throws -> State
    ) -> (Action, State?) throws -> State {
        dispatches.enableTravel(by: Restoration<State>.self, hasReducer: true)
        return { [self] action, state in try travelled(action, state) ?? reduce(action, state) }
    }

    /// A reducer with which the store can travel, in the order of `reduce` and `scan`: the state first.
    public func timeTravel<Action>(
        _ reduce: @escaping (State, Action) -> State
    ) -> (State, Action) -> State {
        dispatches.enableTravel(by: Restoration<State>.self, hasReducer: true)
        return { [self] state, action in travelled(action, state) ?? reduce(state, action) }
    }

    /// As for a reducer that does not throw.
    public func timeTravel<Action>(
        _ reduce: @escaping (State, Action) throws -> State
    ) -> (State, Action) throws -> State {
        dispatches.enableTravel(by: Restoration<State>.self, hasReducer: true)
        return { [self] state, action in try travelled(action, state) ?? reduce(state, action) }
    }

    /// A reducer with which the store can travel, which changes the state in place and returns `none` where it does not
    /// come to the app's own.
    public func timeTravel<Action, Effect>(
        _ reduce: @escaping (inout State, Action) -> Effect,
        none: @escaping @autoclosure () -> Effect
    ) -> (inout State, Action) -> Effect {
        dispatches.enableTravel(by: Restoration<State>.self, hasReducer: true)
        return { [self] state, action in
            guard let travelled = travelled(action, state) else { return reduce(&state, action) }
            state = travelled
            return none()
        }
    }

    /// As for a reducer that does not throw.
    public func timeTravel<Action, Effect>(
        _ reduce: @escaping (inout State, Action) throws -> Effect,
        none: @escaping @autoclosure () -> Effect
    ) -> (inout State, Action) throws -> Effect {
        dispatches.enableTravel(by: Restoration<State>.self, hasReducer: true)
        return { [self] state, action in
            guard let travelled = travelled(action, state) else { return try reduce(&state, action) }
            state = travelled
            return none()
        }
    }

    /// The state that is due to travel; nil when the app's reducer makes it.
    private func travelled(_ action: Any, _ state: State?) -> State? {
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
