/// Opens an article.
package struct UserArticleDetailIdAction: AppAction {
    /// The identifier of the article.
    package var articleId: String

    /// Creates the action.
    package init(articleId: String) {
        self.articleId = articleId
    }
}

/// Stores the article that was loaded.
package struct UserArticleDetailAction: AppAction {
    /// The article.
    package var article: Article

    /// Creates the action.
    package init(article: Article) {
        self.article = article
    }
}

/// Stores the users who stocked the article.
package struct UserArticleDetailStockersAction: AppAction {
    /// The users.
    package var users: [User]

    /// Creates the action.
    package init(users: [User]) {
        self.users = users
    }
}

/// Stores whether the client's user has stocked the article.
package struct UserArticleDetailHasStockAction: AppAction {
    /// True if the article is stocked; nil if the request failed.
    package var hasStock: Bool?

    /// Creates the action.
    package init(hasStock: Bool?) {
        self.hasStock = hasStock
    }
}

/// Sets whether the stock status is being loaded.
package struct UserArticleDetailFetchingStockStatusAction: AppAction {
    /// True while a request is in progress.
    package var fetchingStockStatus: Bool

    /// Creates the action.
    package init(fetchingStockStatus: Bool) {
        self.fetchingStockStatus = fetchingStockStatus
    }
}

/// Stores the error that kept the article or its stockers from loading.
package struct UserArticleDetailErrorAction: AppAction {
    /// The error.
    package var error: RequestFailure

    /// Creates the action.
    package init(error: RequestFailure) {
        self.error = error
    }
}

/// Leaves the article.
package struct UserArticleDetailResetAction: AppAction {
    /// Creates the action.
    package init() {}
}
