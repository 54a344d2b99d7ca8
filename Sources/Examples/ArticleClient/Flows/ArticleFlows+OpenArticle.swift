import RewindStore

extension ArticleFlows {
    /// Shows an article of a list, and loads it together with its stockers.
    ///
    /// Dispatches `DetailId(id)`, `PushScreen` and `Loading(true)`. After both requests, dispatches `Detail`,
    /// `Stockers` and `Loading(false)`, and continues with ``fetchStockStatus(from:)``; if either request failed,
    /// dispatches `Error` and `Loading(false)`. The push follows the id, so that the screen always has its article's
    /// id.
    package func openArticle(_ id: String, from source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            dispatch(source.articleId(id))
            dispatch(PushScreenAction(screen: source.articleScreen))
            dispatch(LoadingAction(isLoading: true))

            async let article = repository.article(id)
            async let stockers = repository.stockers(ofArticle: id)
            let results = (await article, await stockers)

            guard getState()?[keyPath: source.detail].articleId == id else {
                dispatch(LoadingAction(isLoading: false))
                return
            }
            switch results {
            case (.success(let article), .success(let users)):
                dispatch(source.article(article))
                dispatch(source.stockers(users))
                dispatch(LoadingAction(isLoading: false))
                await fetchStockStatus(from: source).run(dispatch: dispatch.function, getState: getState)
            case (.failure(let failure), _), (_, .failure(let failure)):
                dispatch(source.error(failure))
                dispatch(LoadingAction(isLoading: false))
            }
        }
    }
}
