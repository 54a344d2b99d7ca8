import RewindStore

extension ArticleFlows {
    /// Loads a list's next page.
    ///
    /// Dispatches `ShowMore(true)`; after the request `ShowMore(false)`, then `Finish(true)` if the page was empty,
    /// else `MoreResult`.
    package func showMore(_ source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            guard let list = getState()?[keyPath: source.list] else { return }
            dispatch(source.showMoreLoading(true))

            let result = await articles(of: list, page: list.pageNumber)

            guard getState()?[keyPath: source.list].userId == list.userId else { return }
            dispatch(source.showMoreLoading(false))
            if case .success(let articles) = result, articles.isEmpty {
                dispatch(source.finish(true))
            } else {
                dispatch(source.moreResult(result))
            }
        }
    }
}
