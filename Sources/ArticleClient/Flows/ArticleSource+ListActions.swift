extension ArticleSource {
    /// Makes the list's action for a load from the first page.
    func refresh(_ isRefresh: Bool, pageNumber: Int) -> any AppAction {
        switch self {
        case .home: HomeRefreshAction(isRefresh: isRefresh, pageNumber: pageNumber)
        case .user: UserArticleListRefreshAction(isRefresh: isRefresh, pageNumber: pageNumber)
        }
    }

    /// Makes the list's action for the first page.
    func result(_ result: RequestResult<[Article]>) -> any AppAction {
        switch self {
        case .home: HomeArticleResultAction(result: result)
        case .user: UserArticleResultAction(result: result)
        }
    }

    /// Makes the list's action for a load of the next page.
    func showMoreLoading(_ showMoreLoading: Bool) -> any AppAction {
        switch self {
        case .home: HomeShowMoreLoadingAction(showMoreLoading: showMoreLoading)
        case .user: UserArticleListShowMoreLoadingAction(showMoreLoading: showMoreLoading)
        }
    }

    /// Makes the list's action for the next page.
    func moreResult(_ result: RequestResult<[Article]>) -> any AppAction {
        switch self {
        case .home: HomeMoreArticleResultAction(result: result)
        case .user: UserMoreArticleResultAction(result: result)
        }
    }

    /// Makes the list's action for an empty page.
    func finish() -> any AppAction {
        switch self {
        case .home: HomeFinishMoreArticleAction(finish: true)
        case .user: UserFinishMoreArticleAction(finish: true)
        }
    }
}
