// Each shape is there twice, as the compiler (Swift 6.3) crashes on one function that is generic over what is thrown
// where it is given a reducer that throws nothing.
extension Recorder {
    /// A reducer that records what it reduces: exact by construction, and timed to the reducer alone.
    ///
    /// Wrap the root reducer, of a store with ReSwift's shapes, instead of adding the middleware, not besides.
    @inlinable
    public func reducer<Action>(
        wrapping reduce: @escaping (Action, State?) -> State
    ) -> (Action, State?) -> State {
        { [self] action, state in
            dispatches.reducing(action, from: state) { reduce(action, state) }
        }
    }

    /// A reducer that records what it reduces, and what is thrown there, which is passed on.
    @inlinable
    public func reducer<Action>(
        wrapping reduce: @escaping (Action, State?) throws -> State
    ) -> (Action, State?) throws -> State {
        { [self] action, state in
            try dispatches.reducing(action, from: state) { try reduce(action, state) }
        }
    }

    /// A reducer that records what it reduces, in the order of `reduce` and `scan`: the state first.
    ///
    /// It fits OpenCombine's and Combine's `scan` and every other fold over a stream of actions.
    @inlinable
    public func reducer<Action>(
        wrapping reduce: @escaping (State, Action) -> State
    ) -> (State, Action) -> State {
        { [self] state, action in
            dispatches.reducing(action, from: state) { reduce(state, action) }
        }
    }

    /// A reducer in the order of `tryScan` that records what it reduces, and what is thrown there, which is passed on.
    @inlinable
    public func reducer<Action>(
        wrapping reduce: @escaping (State, Action) throws -> State
    ) -> (State, Action) throws -> State {
        { [self] state, action in
            try dispatches.reducing(action, from: state) { try reduce(state, action) }
        }
    }

    /// A reducer that changes the state in place, as in the Composable Architecture, and records what it reduces; what
    /// it returns is passed on.
    ///
    /// The recorder keeps a copy of the state until it is written; so the first change of a collection afterwards
    /// copies that collection's storage.
    @inlinable
    public func reducer<Action, Effect>(
        wrapping reduce: @escaping (inout State, Action) -> Effect
    ) -> (inout State, Action) -> Effect {
        { [self] state, action in
            dispatches.reducing(action, in: &state) { reduce(&$0, action) }
        }
    }

    /// A reducer that changes the state in place, and records what it reduces and what is thrown there, which is passed
    /// on.
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
    /// Records an action around the making of the state that it leads to.
    @inlinable
    func reducing<State>(_ action: Any, from state: State?, _ reduce: () throws -> State) rethrows -> State {
        let token = begin(action, by: .reducer) { StateValue(state) }
        do {
            let next = try reduce()
            end(token) { StateValue(next) }
            return next
        } catch {
            end(token, error: error) { StateValue(state) }
            throw error
        }
    }

    /// Records an action around the change that it makes to the state.
    @inlinable
    func reducing<State, Effect>(
        _ action: Any,
        in state: inout State,
        _ reduce: (inout State) throws -> Effect
    ) rethrows -> Effect {
        let token = begin(action, by: .reducer) { StateValue(state) }
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
