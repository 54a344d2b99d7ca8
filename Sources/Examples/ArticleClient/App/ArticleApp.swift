import RewindStore

/// The client: its store and its flows.
package struct ArticleApp {
    /// The store.
    package let store: Store<AppState>
    /// The user's actions.
    package let flows: ArticleFlows

    /// Creates the client.
    ///
    /// - Parameters:
    ///   - repository: The source of the articles.
    ///   - state: The initial state; without one, `ReSwiftInit` makes the reducers return their defaults.
    ///   - reducer: The root reducer, or one that wraps it, so that the store can travel in time.
    ///   - middleware: The middleware, outermost first, after the one that runs thunks. A recorder belongs last, next
    ///     to the reducer.
    ///   - located: Runs each dispatch of the flows, and receives its call site.
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
