// Each shape has two functions. One that is generic over the thrown error would do, but the compiler (Swift 6.3.1)
// crashes on a function that returns a `throws(Failure)` closure if `Failure` is `Never`.
//
// Without `@_disfavoredOverload`, a closure would fit two functions.
extension Recorder {
    /// Returns a reducer that records its actions. The recorded states are exact, and the durations are those of the
    /// reducer alone.
    ///
    /// Wrap the root reducer of a store with ReSwift's shapes instead of adding the middleware; do not use both.
    @inlinable
    public func reducer<Action>(wrapping reduce: @escaping (Action, State?) -> State) -> (Action, State?) -> State {
        { [self] action, state in
            dispatches.reducing(action, from: state) { reduce(action, state) }
        }
    }

    /// Returns a reducer that records its actions, for a store that is `Sendable`.
    @inlinable @_disfavoredOverload
    public func reducer<Action>(
        wrapping reduce: @escaping @Sendable (Action, State?) -> State
    ) -> @Sendable (Action, State?) -> State {
        { [self] action, state in
            dispatches.reducing(action, from: state) { reduce(action, state) }
        }
    }

    /// Returns a reducer that records its actions and its errors, which it rethrows.
    @inlinable
    public func reducer<Action>(
        wrapping reduce: @escaping (Action, State?) throws -> State
    ) -> (Action, State?) throws -> State {
        { [self] action, state in
            try dispatches.reducing(action, from: state) { try reduce(action, state) }
        }
    }

    /// Returns a reducer that records its actions and takes the state first, as `reduce` and `scan` do.
    ///
    /// It fits the `scan` of Combine and OpenCombine, and every other fold over a stream of actions.
    @inlinable
    public func reducer<Action>(wrapping reduce: @escaping (State, Action) -> State) -> (State, Action) -> State {
        { [self] state, action in
            dispatches.reducing(action, from: state) { reduce(state, action) }
        }
    }

    /// Returns a reducer that records its actions and takes the state first, for a store that is `Sendable`.
    @inlinable @_disfavoredOverload
    public func reducer<Action>(
        wrapping reduce: @escaping @Sendable (State, Action) -> State
    ) -> @Sendable (State, Action) -> State {
        { [self] state, action in
            dispatches.reducing(action, from: state) { reduce(state, action) }
        }
    }

    /// Returns a reducer that takes the state first, as `tryScan` does, and records its actions and its errors, which
    /// it rethrows.
    @inlinable
    public func reducer<Action>(
        wrapping reduce: @escaping (State, Action) throws -> State
    ) -> (State, Action) throws -> State {
        { [self] state, action in
            try dispatches.reducing(action, from: state) { try reduce(state, action) }
        }
    }

    /// Returns a reducer that changes the state in place, as in the Composable Architecture, and records its actions.
    /// It returns the result of `reduce`.
    ///
    /// The recorder keeps a copy of the state until it is written. The first change of a collection after that copy
    /// therefore copies the collection's storage.
    @inlinable
    public func reducer<Action, Effect>(
        wrapping reduce: @escaping (inout State, Action) -> Effect
    ) -> (inout State, Action) -> Effect {
        { [self] state, action in
            dispatches.reducing(action, in: &state) { reduce(&$0, action) }
        }
    }

    /// Returns a reducer that changes the state in place and records its actions, for a store that is `Sendable`.
    @inlinable @_disfavoredOverload
    public func reducer<Action, Effect>(
        wrapping reduce: @escaping @Sendable (inout State, Action) -> Effect
    ) -> @Sendable (inout State, Action) -> Effect {
        { [self] state, action in
            dispatches.reducing(action, in: &state) { reduce(&$0, action) }
        }
    }

    /// Returns a reducer that changes the state in place, and records its actions as the causes of its effects.
    ///
    /// `cause` returns the effect that does the same within `run(_:)` of the cause.
    @inlinable
    public func reducer<Action, Effect>(
        wrapping reduce: @escaping (inout State, Action) -> Effect,
        causing cause: @escaping (Effect, Cause) -> Effect
    ) -> (inout State, Action) -> Effect {
        { [self] state, action in
            let dispatches = self.dispatches
            let token = dispatches.begin(action, by: .reducer, isCause: true) { StateValue(state) }
            let effect = reduce(&state, action)
            dispatches.end(token) { StateValue(state) }
            return cause(effect, token.cause ?? .current)
        }
    }

    /// Returns a reducer that changes the state in place, and records its actions and its errors, which it rethrows.
    @inlinable
    public func reducer<Action, Effect>(
        wrapping reduce: @escaping (inout State, Action) throws -> Effect
    ) -> (inout State, Action) throws -> Effect {
        { [self] state, action in
            try dispatches.reducing(action, in: &state) { try reduce(&$0, action) }
        }
    }
}

extension DispatchRecorder {
    /// Records an action around the call that returns its resulting state.
    @inlinable
    func reducing<State>(_ action: Any, from state: State?, _ reduce: () throws -> State) rethrows -> State {
        let token = begin(action, by: .reducer, isCause: false) { StateValue(state) }
        do {
            let next = try reduce()
            end(token) { StateValue(next) }
            return next
        } catch {
            end(token, error: error) { StateValue(state) }
            throw error
        }
    }

    /// Records an action around the call that changes the state.
    @inlinable
    func reducing<State, Effect>(
        _ action: Any,
        in state: inout State,
        _ reduce: (inout State) throws -> Effect
    ) rethrows -> Effect {
        let token = begin(action, by: .reducer, isCause: false) { StateValue(state) }
        do {
            let effect = try reduce(&state)
            end(token) { StateValue(state) }
            return effect
        } catch {
            end(token, error: error) { StateValue(state) }
            throw error
        }
    }
}
