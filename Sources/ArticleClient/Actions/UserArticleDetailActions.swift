/// An article is opened.
package struct UserArticleDetailIdAction: AppAction {
    /// Which.
    package var articleId: String

    /// Creates the action.
    package init(articleId: String) {
        self.articleId = articleId
    }
}

/// The article came.
package struct UserArticleDetailAction: AppAction {
    /// The article.
    package var article: Article

    /// Creates the action.
    package init(article: Article) {
        self.article = article
    }
}

/// Those who stocked the article came.
package struct UserArticleDetailStockersAction: AppAction {
    /// The users.
    package var users: [User]

    /// Creates the action.
    package init(users: [User]) {
        self.users = users
    }
}

/// It became known whether the user of the client stocked the article.
package struct UserArticleDetailHasStockAction: AppAction {
    /// Whether; nil when it could not be found out.
    package var hasStock: Bool?

    /// Creates the action.
    package init(hasStock: Bool?) {
        self.hasStock = hasStock
    }
}

/// Asking whether the user of the client stocked the article begins or ends.
package struct UserArticleDetailFetchingStockStatusAction: AppAction {
    /// Whether the client is asking now.
    package var fetchingStockStatus: Bool

    /// Creates the action.
    package init(fetchingStockStatus: Bool) {
        self.fetchingStockStatus = fetchingStockStatus
    }
}

/// The article or its stockers failed to come.
package struct UserArticleDetailErrorAction: AppAction {
    /// Why.
    package var error: RequestFailure

    /// Creates the action.
    package init(error: RequestFailure) {
        self.error = error
    }
}

/// The article is left.
package struct UserArticleDetailResetAction: AppAction {
    /// Creates the action.
    package init() {}
}
