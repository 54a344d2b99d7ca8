/// Opens the list of a user.
package struct UserArticleListUserIdAction: AppAction {
    /// The identifier of the user.
    package var userId: String

    /// Creates the action.
    package init(userId: String) {
        self.userId = userId
    }
}

/// Sets whether the list is being loaded from its first page.
package struct UserArticleListRefreshAction: AppAction {
    /// True while a request is in progress.
    package var isRefresh: Bool
    /// The page to load next.
    package var pageNumber: Int

    /// Creates the action.
    package init(isRefresh: Bool, pageNumber: Int) {
        self.isRefresh = isRefresh
        self.pageNumber = pageNumber
    }
}

/// Stores the result of loading the first page.
package struct UserArticleResultAction: AppAction {
    /// The articles, or the error.
    package var result: RequestResult<[Article]>

    /// Creates the action.
    package init(result: RequestResult<[Article]>) {
        self.result = result
    }
}

/// Sets whether the next page is being loaded.
package struct UserArticleListShowMoreLoadingAction: AppAction {
    /// True while a request is in progress.
    package var showMoreLoading: Bool

    /// Creates the action.
    package init(showMoreLoading: Bool) {
        self.showMoreLoading = showMoreLoading
    }
}

/// Stores the result of loading the next page.
package struct UserMoreArticleResultAction: AppAction {
    /// The articles, or the error.
    package var result: RequestResult<[Article]>

    /// Creates the action.
    package init(result: RequestResult<[Article]>) {
        self.result = result
    }
}

/// Sets whether the list has ended: the next page was empty.
package struct UserFinishMoreArticleAction: AppAction {
    /// True if there are no more pages.
    package var finish: Bool

    /// Creates the action.
    package init(finish: Bool) {
        self.finish = finish
    }
}

/// Leaves the list of a user.
package struct UserResetArticleStateAction: AppAction {
    /// Creates the action.
    package init() {}
}
