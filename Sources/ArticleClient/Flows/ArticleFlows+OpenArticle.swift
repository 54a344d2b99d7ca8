import RewindStore

extension ArticleFlows {
    /// Shows an article of a list, and loads it together with its stockers.
    ///
    /// Dispatches `DetailId(id)`, `PushScreen`, `Loading(true)`; after both requests `Detail`, `Stockers`,
    /// `Loading(false)` and then what ``fetchStockStatus(from:)`` does, or, when either failed, `Error`,
    /// `Loading(false)`. The push follows the id, so the screen is never shown without knowing its article.
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
