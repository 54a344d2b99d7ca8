import SessionFile

// Each shape is there twice, as in Recorder+Reducers.swift.
extension Recorder {
    /// Whether the store has a state of the past, or is being brought to one. Thunks, middleware and subscribers that
    /// cause effects ask this before they do.
    ///
    /// It is true for all that is told of a state that the store is brought to, and for what is dispatched meanwhile,
    /// also where that state is the latest one: until the call returns in which ``TimeTravel`` gives the store the
    /// restoration. Where a store takes that from a queue, it is true until the store's dispatch function returns, which
    /// takes a recorder that is its middleware, or around it with `recording(_:state:dispatch:)`; with
    /// `reducer(wrapping:)` alone, until the reducer has come to it. What a subscriber puts off to a later turn of its
    /// own, it asks for before it does.
    public var isTravelling: Bool {
        intake.isTravelling
    }

    /// A reducer with which the store can travel: it puts the state of a ``Restoration`` into the store, and keeps what
    /// it must while travel is locked.
    ///
    /// Make it from the root reducer, and ``TimeTravel`` to steer it. It goes together with ``middleware()`` as well as
    /// with `reducer(wrapping:)`, around or within that.
    public func timeTravel<Action>(
        _ reduce: @escaping (Action, State?) -> State
    ) -> (Action, State?) -> State {
        intake.enableTravel(State.self, hasReducer: true)
        return { [self] action, state in travelled(action, state) ?? reduce(action, state) }
    }

    /// As for a reducer that does not throw.
    public func timeTravel<Action>(
        _ reduce: @escaping (Action, State?) throws -> State
    ) -> (Action, State?) throws -> State {
        intake.enableTravel(State.self, hasReducer: true)
        return { [self] action, state in try travelled(action, state) ?? reduce(action, state) }
    }

    /// A reducer with which the store can travel, in the order of `reduce` and `scan`: the state first.
    public func timeTravel<Action>(
        _ reduce: @escaping (State, Action) -> State
    ) -> (State, Action) -> State {
        intake.enableTravel(State.self, hasReducer: true)
        return { [self] state, action in travelled(action, state) ?? reduce(state, action) }
    }

    /// As for a reducer that does not throw.
    public func timeTravel<Action>(
        _ reduce: @escaping (State, Action) throws -> State
    ) -> (State, Action) throws -> State {
        intake.enableTravel(State.self, hasReducer: true)
        return { [self] state, action in try travelled(action, state) ?? reduce(state, action) }
    }

    /// A reducer with which the store can travel, which changes the state in place and returns `none` where it does not
    /// come to the app's own.
    public func timeTravel<Action, Effect>(
        _ reduce: @escaping (inout State, Action) -> Effect,
        none: @escaping @autoclosure () -> Effect
    ) -> (inout State, Action) -> Effect {
        intake.enableTravel(State.self, hasReducer: true)
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
        intake.enableTravel(State.self, hasReducer: true)
        return { [self] state, action in
            guard let travelled = travelled(action, state) else { return try reduce(&state, action) }
            state = travelled
            return none()
        }
    }

    /// The state that is due to travel; nil when the app's reducer makes it.
    private func travelled(_ action: Any, _ state: State?) -> State? {
        if let restoration = action as? Restoration<State> ?? enclosed(in: action), intake.restore(restoration) {
            return restoration.state
        }
        return intake.isLocked ? state : nil
    }

    private func enclosed(in action: Any) -> Restoration<State>? {
        guard intake.isRestoring else { return nil }
        return EnumCase(of: action)?.payload?.value as? Restoration<State>
    }
}
