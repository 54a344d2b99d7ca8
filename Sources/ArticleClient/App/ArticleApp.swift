import RewindStore

/// The client put together: its store and its flows.
package struct ArticleApp {
    /// Holds the client's state.
    package let store: Store<AppState>
    /// What the user can do.
    package let flows: ArticleFlows

    /// Creates the client.
    ///
    /// - Parameters:
    ///   - repository: where the articles come from.
    ///   - state: the state to start from; without one, `ReSwiftInit` asks the reducers for the defaults.
    ///   - reducer: the root reducer, or one around it, with which the store can travel in time.
    ///   - middleware: the middleware, the outermost first, after the one that runs thunks. A recorder belongs last,
    ///     next to the reducer.
    ///   - located: what runs each dispatch of the flows, and is told where in their source that is.
    package init(
        repository: any ArticleRepository,
        state: AppState? = nil,
        reducer: @escaping Reducer<AppState> = appReducer,
        middleware: [Middleware<AppState>] = [],
        located: @escaping LocatedDispatch = { _, _, dispatch in dispatch() }
    ) {
        store = Store(reducer: reducer, state: state, middleware: [createThunkMiddleware()] + middleware)
        flows = ArticleFlows(repository: repository, located: located)
    }
}
