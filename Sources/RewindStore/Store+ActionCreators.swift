extension Store {
    /// Returns an action for the state, or nil.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public typealias ActionCreator = (_ state: State, _ store: Store<State>) -> (any Action)?

    /// Calls the callback with an action creator when there is an action to dispatch.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public typealias AsyncActionCreator = (
        _ state: State,
        _ store: Store<State>,
        _ actionCreatorCallback: @escaping (ActionCreator) -> Void
    ) -> Void

    /// Receives the state after an action.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public typealias DispatchCallback = (State) -> Void

    /// Dispatches the action that the creator returns, if any.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public func dispatch(_ actionCreator: ActionCreator) {
        guard let action = actionCreator(state, self) else { return }
        dispatch(action)
    }

    /// Dispatches the actions of the creator, and calls `callback` with the state after each.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public func dispatch(_ asyncActionCreator: AsyncActionCreator, callback: DispatchCallback? = nil) {
        asyncActionCreator(state, self) { actionCreator in
            guard let action = actionCreator(self.state, self) else { return }
            self.dispatch(action)
            callback?(self.state)
        }
    }
}
