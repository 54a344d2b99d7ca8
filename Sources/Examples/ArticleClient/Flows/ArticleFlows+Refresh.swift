import RewindStore

extension ArticleFlows {
    /// Loads a list from its first page.
    ///
    /// Dispatches `Loading(true)` and `Refresh(true, 1)`; after the request `Loading(false)`, `Refresh(false, page)`
    /// and `Result`.
    package func refresh(_ source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            guard let list = getState()?[keyPath: source.list] else { return }
            let page = 1
            dispatch(LoadingAction(isLoading: true))
            dispatch(source.refresh(true, page))

            let result = await articles(of: list, page: page)

            dispatch(LoadingAction(isLoading: false))
            guard getState()?[keyPath: source.list].userId == list.userId else { return }
            dispatch(source.refresh(false, page))
            dispatch(source.result(result))
        }
    }
}
