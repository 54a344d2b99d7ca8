/// Opens the list of a user.
package struct UserArticleListUserIdAction: AppAction {
    /// The identifier of the user.
    package var userId: String
}

/// Sets whether the list is being loaded from its first page.
package struct UserArticleListRefreshAction: AppAction {
    /// True while a request is in progress.
    package var isRefresh: Bool
    /// The page to load next.
    package var pageNumber: Int
}

/// Stores the result of loading the first page.
package struct UserArticleResultAction: AppAction {
    /// The articles, or the error.
    package var result: RequestResult<[Article]>
}

/// Sets whether the next page is being loaded.
package struct UserArticleListShowMoreLoadingAction: AppAction {
    /// True while a request is in progress.
    package var showMoreLoading: Bool
}

/// Stores the result of loading the next page.
package struct UserMoreArticleResultAction: AppAction {
    /// The articles, or the error.
    package var result: RequestResult<[Article]>
}

/// Sets whether the list has ended: the next page was empty.
package struct UserFinishMoreArticleAction: AppAction {
    /// True if there are no more pages.
    package var finish: Bool
}

/// Leaves the list of a user.
package struct UserResetArticleStateAction: AppAction {}
