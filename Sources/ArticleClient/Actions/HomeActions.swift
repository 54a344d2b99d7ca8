/// A load from the first page begins or ends.
package struct HomeRefreshAction: AppAction {
    /// Whether one is under way now.
    package var isRefresh: Bool
    /// The page to load next.
    package var pageNumber: Int

    /// Creates the action.
    package init(isRefresh: Bool, pageNumber: Int) {
        self.isRefresh = isRefresh
        self.pageNumber = pageNumber
    }
}

/// The first page came, or failed to.
package struct HomeArticleResultAction: AppAction {
    /// The articles, or why there are none.
    package var result: RequestResult<[Article]>

    /// Creates the action.
    package init(result: RequestResult<[Article]>) {
        self.result = result
    }
}

/// A load of the next page begins or ends.
package struct HomeShowMoreLoadingAction: AppAction {
    /// Whether one is under way now.
    package var showMoreLoading: Bool

    /// Creates the action.
    package init(showMoreLoading: Bool) {
        self.showMoreLoading = showMoreLoading
    }
}

/// The next page came, or failed to.
package struct HomeMoreArticleResultAction: AppAction {
    /// The articles, or why there are none.
    package var result: RequestResult<[Article]>

    /// Creates the action.
    package init(result: RequestResult<[Article]>) {
        self.result = result
    }
}

/// The next page was empty.
package struct HomeFinishMoreArticleAction: AppAction {
    /// Whether there is no more.
    package var finish: Bool

    /// Creates the action.
    package init(finish: Bool) {
        self.finish = finish
    }
}
