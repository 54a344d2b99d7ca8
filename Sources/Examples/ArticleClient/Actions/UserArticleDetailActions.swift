/// Opens an article.
package struct UserArticleDetailIdAction: AppAction {
    /// The identifier of the article.
    package var articleId: String
}

/// Stores the article that was loaded.
package struct UserArticleDetailAction: AppAction {
    /// The article.
    package var article: Article
}

/// Stores the users who stocked the article.
package struct UserArticleDetailStockersAction: AppAction {
    /// The users.
    package var users: [User]
}

/// Stores whether the client's user has stocked the article.
package struct UserArticleDetailHasStockAction: AppAction {
    /// True if the article is stocked; nil if the request failed.
    package var hasStock: Bool?
}

/// Sets whether the stock status is being loaded.
package struct UserArticleDetailFetchingStockStatusAction: AppAction {
    /// True while a request is in progress.
    package var fetchingStockStatus: Bool
}

/// Stores the error that kept the article or its stockers from loading.
package struct UserArticleDetailErrorAction: AppAction {
    /// The error.
    package var error: RequestFailure
}

/// Leaves the article.
package struct UserArticleDetailResetAction: AppAction {}
