extension Recorder {
    /// The middleware that records a store with ReSwift's shapes; put it last in the array.
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
                return { action in self.recording(action, by: entryPoint, state: getState) { next(action) } }
            }
        }
    }

    /// Records an action around the call that dispatches it.
    ///
    /// For dispatchers of any kind: `state` gives the state as it is when it is asked, which is before `dispatch` and
    /// after it, and when an action is dispatched from within: with that, the outer one has led to its state, and what it
    /// changes later counts as the next action's. What `dispatch` throws is recorded as the action's error, and thrown.
    @inlinable
    public func recording<Result, Failure: Error>(
        _ action: Any,
        state: () -> State?,
        dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try recording(action, by: .call, state: state, dispatch: dispatch)
    }

    @inlinable
    func recording<Result, Failure: Error>(
        _ action: Any,
        by entryPoint: EntryPoint,
        state: () -> State?,
        dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let token = dispatches.begin(action, by: entryPoint) { StateValue(state()) }
        do throws(Failure) {
            let result = try dispatch()
            dispatches.end(token) { StateValue(state()) }
            return result
        } catch {
            dispatches.end(token, error: error) { StateValue(state()) }
            throw error
        }
    }

    /// Records an action together with the state it has led to, for any architecture that can tell both.
    ///
    /// The action is recorded after the fact: one that crashes the app before is not in the session.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: The state right after it.
    ///   - duration: How long the reducer took, if that was measured.
    ///   - callSite: Where the action came from.
    @inlinable
    public func record(
        _ action: Any,
        resultingIn state: State,
        took duration: Duration? = nil,
        from callSite: CallSite? = nil
    ) {
        dispatches.record(action, resultingIn: StateValue<State>(state), took: duration, callSite: callSite)
    }

    /// Records the state before the first action, early: as soon as it is known, before anything can crash.
    ///
    /// Without it the initial state is the one that the first action finds; with ``record(_:resultingIn:took:from:)``,
    /// which does not know that, it is null.
    @inlinable
    public func record(initial state: State) {
        dispatches.setInitialState(StateValue<State>(state))
    }

    /// Runs `dispatch`; the action that it dispatches is recorded as coming from `callSite`.
    ///
    /// ```swift
    /// func send(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    ///     recorder.dispatching(from: CallSite(file: file, line: line)) { store.dispatch(action) }
    /// }
    /// ```
    public func dispatching<Result, Failure: Error>(
        from callSite: CallSite,
        _ dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try dispatches.dispatching(from: callSite, dispatch)
    }
}
