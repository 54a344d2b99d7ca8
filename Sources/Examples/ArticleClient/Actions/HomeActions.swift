/// Sets whether the list is being loaded from its first page.
package struct HomeRefreshAction: AppAction {
    /// True while a request is in progress.
    package var isRefresh: Bool
    /// The page to load next.
    package var pageNumber: Int
}

/// Stores the result of loading the first page.
package struct HomeArticleResultAction: AppAction {
    /// The articles, or the error.
    package var result: RequestResult<[Article]>
}

/// Sets whether the next page is being loaded.
package struct HomeShowMoreLoadingAction: AppAction {
    /// True while a request is in progress.
    package var showMoreLoading: Bool
}

/// Stores the result of loading the next page.
package struct HomeMoreArticleResultAction: AppAction {
    /// The articles, or the error.
    package var result: RequestResult<[Article]>
}

/// Sets whether the list has ended: the next page was empty.
package struct HomeFinishMoreArticleAction: AppAction {
    /// True if there are no more pages.
    package var finish: Bool
}
