extension ArticleSource {
    /// Makes the article's action for its being opened.
    func articleId(_ articleId: String) -> any AppAction {
        switch self {
        case .home: ArticleDetailIdAction(articleId: articleId)
        case .user: UserArticleDetailIdAction(articleId: articleId)
        }
    }

    /// Makes the article's action for itself.
    func article(_ article: Article) -> any AppAction {
        switch self {
        case .home: ArticleDetailAction(article: article)
        case .user: UserArticleDetailAction(article: article)
        }
    }

    /// Makes the article's action for its stockers.
    func stockers(_ users: [User]) -> any AppAction {
        switch self {
        case .home: ArticleDetailStockersAction(users: users)
        case .user: UserArticleDetailStockersAction(users: users)
        }
    }

    /// Makes the article's action for its being stocked.
    func hasStock(_ hasStock: Bool?) -> any AppAction {
        switch self {
        case .home: ArticleDetailHasStockAction(hasStock: hasStock)
        case .user: UserArticleDetailHasStockAction(hasStock: hasStock)
        }
    }

    /// Makes the article's action for asking whether it is stocked.
    func fetchingStockStatus(_ flag: Bool) -> any AppAction {
        switch self {
        case .home: ArticleDetailFetchingStockStatusAction(fetchingStockStatus: flag)
        case .user: UserArticleDetailFetchingStockStatusAction(fetchingStockStatus: flag)
        }
    }

    /// Makes the article's action for a failure.
    func error(_ error: RequestFailure) -> any AppAction {
        switch self {
        case .home: ArticleDetailErrorAction(error: error)
        case .user: UserArticleDetailErrorAction(error: error)
        }
    }

    /// Makes the article's action for its being left.
    func reset() -> any AppAction {
        switch self {
        case .home: ArticleDetailResetAction()
        case .user: UserArticleDetailResetAction()
        }
    }
}
