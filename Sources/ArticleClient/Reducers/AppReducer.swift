import RewindStore

/// The client's root reducer: every slice reduced by its own.
package func appReducer(action: any Action, state: AppState?) -> AppState {
    AppState(
        loading: loadingReducer(action: action, state: state?.loading),
        home: homeReducer(action: action, state: state?.home),
        userArticleList: userArticleListReducer(action: action, state: state?.userArticleList),
        articleDetail: articleDetailReducer(action: action, state: state?.articleDetail),
        userArticleDetail: userArticleDetailReducer(action: action, state: state?.userArticleDetail),
        navigation: navigationReducer(action: action, state: state?.navigation)
    )
}

/// The root reducer of a client that is opened by links, too: it refuses one that names no article.
package func linkedAppReducer(action: any Action, state: AppState?) throws(RefusedLink) -> AppState {
    if let action = action as? ArticleDetailIdAction, action.articleId.isEmpty { throw RefusedLink.namesNoArticle }
    return appReducer(action: action, state: state)
}

/// Why a link is not opened.
package enum RefusedLink: Error, CustomStringConvertible {
    /// It has no article's id.
    case namesNoArticle

    package var description: String { "The link names no article." }
}
