extension ArticleSource {
    /// Returns the action that opens an article.
    package func articleId(_ articleId: String) -> any AppAction {
        switch self {
        case .home: ArticleDetailIdAction(articleId: articleId)
        case .user: UserArticleDetailIdAction(articleId: articleId)
        }
    }

    /// Returns the action that stores the article.
    package func article(_ article: Article) -> any AppAction {
        switch self {
        case .home: ArticleDetailAction(article: article)
        case .user: UserArticleDetailAction(article: article)
        }
    }

    /// Returns the action that stores the article's stockers.
    package func stockers(_ users: [User]) -> any AppAction {
        switch self {
        case .home: ArticleDetailStockersAction(users: users)
        case .user: UserArticleDetailStockersAction(users: users)
        }
    }

    /// Returns the action that stores the stock status.
    package func hasStock(_ hasStock: Bool?) -> any AppAction {
        switch self {
        case .home: ArticleDetailHasStockAction(hasStock: hasStock)
        case .user: UserArticleDetailHasStockAction(hasStock: hasStock)
        }
    }

    /// Returns the action that sets whether the stock status is being loaded.
    package func fetchingStockStatus(_ flag: Bool) -> any AppAction {
        switch self {
        case .home: ArticleDetailFetchingStockStatusAction(fetchingStockStatus: flag)
        case .user: UserArticleDetailFetchingStockStatusAction(fetchingStockStatus: flag)
        }
    }

    /// Returns the action that stores an error.
    func error(_ error: RequestFailure) -> any AppAction {
        switch self {
        case .home: ArticleDetailErrorAction(error: error)
        case .user: UserArticleDetailErrorAction(error: error)
        }
    }

    /// Returns the action that leaves the article.
    package func reset() -> any AppAction {
        switch self {
        case .home: ArticleDetailResetAction()
        case .user: UserArticleDetailResetAction()
        }
    }
}
