extension Store {
    /// Makes an action, or none, from the state.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public typealias ActionCreator = (_ state: State, _ store: Store<State>) -> (any Action)?

    /// Hands the callback a creator of an action when there is one to dispatch.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public typealias AsyncActionCreator = (
        _ state: State,
        _ store: Store<State>,
        _ actionCreatorCallback: @escaping (ActionCreator) -> Void
    ) -> Void

    /// Is told the state that an action led to.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public typealias DispatchCallback = (State) -> Void

    /// Dispatches the action that the creator makes, if it makes one.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public func dispatch(_ actionCreator: ActionCreator) {
        guard let action = actionCreator(state, self) else { return }
        dispatch(action)
    }

    /// Dispatches the actions that the creator's callback is given, and tells the other callback the state after each.
    @available(*, deprecated, message: "Dispatch a Thunk, with createThunkMiddleware() in the store.")
    public func dispatch(_ asyncActionCreator: AsyncActionCreator, callback: DispatchCallback? = nil) {
        asyncActionCreator(state, self) { actionCreator in
            guard let action = actionCreator(self.state, self) else { return }
            self.dispatch(action)
            callback?(self.state)
        }
    }
}
