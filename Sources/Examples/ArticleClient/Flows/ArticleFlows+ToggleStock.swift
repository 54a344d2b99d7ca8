import RewindStore

extension ArticleFlows {
    /// Stocks the open article, or unstocks it if it is stocked; does nothing if no article is open.
    ///
    /// Dispatches `Loading(true)`; after the request `Loading(false)` and `HasStock`: toggled, or unchanged if the
    /// request failed.
    package func toggleStock(from source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            guard let detail = getState()?[keyPath: source.detail], let id = detail.articleId else { return }
            dispatch(LoadingAction(isLoading: true))

            let result = await repository.setStocked(detail.stockStatus != true, article: id)

            dispatch(LoadingAction(isLoading: false))
            guard getState()?[keyPath: source.detail].articleId == id else { return }
            switch result {
            case .success(let isStocked): dispatch(source.hasStock(isStocked))
            case .failure: dispatch(source.hasStock(detail.stockStatus))
            }
        }
    }
}
