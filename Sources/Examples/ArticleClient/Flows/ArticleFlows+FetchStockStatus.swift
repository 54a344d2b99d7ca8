import RewindStore

extension ArticleFlows {
    /// Loads whether the client's user has stocked the open article; does nothing if no article is open.
    ///
    /// Dispatches `Loading(true)` and `FetchingStock(true)`; after the request `Loading(false)`, `FetchingStock(false)`
    /// and `HasStock`, with nil if the request failed.
    package func fetchStockStatus(from source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            guard let id = getState()?[keyPath: source.detail].articleId else { return }
            dispatch(LoadingAction(isLoading: true))
            dispatch(source.fetchingStockStatus(true))

            let result = await repository.isStocked(article: id)

            dispatch(LoadingAction(isLoading: false))
            guard getState()?[keyPath: source.detail].articleId == id else { return }
            dispatch(source.fetchingStockStatus(false))
            switch result {
            case .success(let isStocked): dispatch(source.hasStock(isStocked))
            case .failure: dispatch(source.hasStock(nil))
            }
        }
    }
}
