extension ArticleSource {
    /// Returns the action for loading the list from its first page.
    package func refresh(_ isRefresh: Bool, pageNumber: Int) -> any AppAction {
        switch self {
        case .home: HomeRefreshAction(isRefresh: isRefresh, pageNumber: pageNumber)
        case .user: UserArticleListRefreshAction(isRefresh: isRefresh, pageNumber: pageNumber)
        }
    }

    /// Returns the action that stores the first page.
    package func result(_ result: RequestResult<[Article]>) -> any AppAction {
        switch self {
        case .home: HomeArticleResultAction(result: result)
        case .user: UserArticleResultAction(result: result)
        }
    }

    /// Returns the action for loading the next page.
    package func showMoreLoading(_ showMoreLoading: Bool) -> any AppAction {
        switch self {
        case .home: HomeShowMoreLoadingAction(showMoreLoading: showMoreLoading)
        case .user: UserArticleListShowMoreLoadingAction(showMoreLoading: showMoreLoading)
        }
    }

    /// Returns the action that stores the next page.
    package func moreResult(_ result: RequestResult<[Article]>) -> any AppAction {
        switch self {
        case .home: HomeMoreArticleResultAction(result: result)
        case .user: UserMoreArticleResultAction(result: result)
        }
    }

    /// Returns the action for an empty page.
    func finish() -> any AppAction {
        switch self {
        case .home: HomeFinishMoreArticleAction(finish: true)
        case .user: UserFinishMoreArticleAction(finish: true)
        }
    }
}
