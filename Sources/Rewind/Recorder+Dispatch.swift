extension Recorder {
    /// Returns the middleware that records a store with ReSwift's shapes; put it last in the array.
    ///
    /// It is generic over the store's action protocol, so it fits ReSwift's own `Store(middleware:)` as well as
    /// RewindStore's.
    @inlinable
    public func middleware<Action>() -> (
        @escaping (Action) -> Void,
        @escaping () -> State?
    ) -> (@escaping (Action) -> Void) -> (Action) -> Void {
        { [self] _, getState in
            { next in
                let entryPoint = self.dispatches.makeMiddleware()
                return { action in self.recordDispatch(of: action, by: entryPoint, state: getState) { next(action) } }
            }
        }
    }

    /// Records an action around the call that dispatches it, for dispatchers of any kind.
    ///
    /// `state` returns the current state. It is called before and after `dispatch`, and when another action is
    /// dispatched during `dispatch`: the state is then the result of the outer action, and later changes count as those
    /// of the next action. An error of `dispatch` is recorded as the action's error and rethrown.
    @inlinable
    public func recordDispatch<Result, Failure: Error>(
        of action: Any,
        state: () -> State?,
        _ dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try recordDispatch(of: action, by: .call, state: state, dispatch)
    }

    @inlinable
    func recordDispatch<Result, Failure: Error>(
        of action: Any,
        by entryPoint: EntryPoint,
        state: () -> State?,
        _ dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Another session may start meanwhile.
        let dispatches = dispatches
        let token = dispatches.begin(action, by: entryPoint, isCause: true) { StateValue(state()) }
        do throws(Failure) {
            let result = try token.running(dispatch)
            dispatches.end(token) { StateValue(state()) }
            return result
        } catch {
            dispatches.end(token, error: error) { StateValue(state()) }
            throw error
        }
    }

    /// Records an action together with its resulting state, for any architecture that knows both.
    ///
    /// The action is recorded afterward: if it crashes the app, it is not in the session.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: The state right after the action.
    ///   - duration: The run time of the reducer, if it was measured.
    ///   - callSite: The place in the source where the action was dispatched.
    @inlinable
    public func record(
        _ action: Any,
        resultingIn state: State,
        took duration: Duration? = nil,
        from callSite: CallSite? = nil
    ) {
        dispatches.record(action, resultingIn: StateValue<State>(state), took: duration, callSite: callSite)
    }

    /// Records the state before the first action early, before anything can crash.
    ///
    /// Without this call, the initial state is the state that the first action finds; with
    /// ``record(_:resultingIn:took:from:)`` alone, it is null.
    @inlinable
    public func recordInitialState(_ state: State) {
        dispatches.setInitialState(StateValue<State>(state))
    }

    /// Runs `dispatch` and records `callSite` with the action that it dispatches.
    ///
    /// ```swift
    /// func send(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    ///     recorder.withCallSite(CallSite(file: file, line: line)) { store.dispatch(action) }
    /// }
    /// ```
    public func withCallSite<Result, Failure: Error>(
        _ callSite: CallSite,
        _ dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try dispatches.dispatching(from: callSite, dispatch)
    }
}
