import RewindStore

/// The client's root reducer, which calls the reducer of each slice.
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

/// The root reducer of a client that links can open: it throws on a link without an article.
package func linkedAppReducer(action: any Action, state: AppState?) throws(RefusedLink) -> AppState {
    if let action = action as? ArticleDetailIdAction, action.articleId.isEmpty { throw RefusedLink.namesNoArticle }
    return appReducer(action: action, state: state)
}

/// The reason why a link is not opened.
package enum RefusedLink: Error, CustomStringConvertible {
    /// The link has no article id.
    case namesNoArticle

    package var description: String { "The link names no article." }
}

/// Reduces the `loading` slice.
func loadingReducer(action: any Action, state: LoadingState?) -> LoadingState {
    var state = state ?? LoadingState()
    if let action = action as? LoadingAction {
        state.isLoading = action.isLoading
    }
    return state
}

/// Reduces the `navigation` slice.
func navigationReducer(action: any Action, state: NavigationState?) -> NavigationState {
    var state = state ?? NavigationState()
    switch action {
    case let action as PushScreenAction: state.stack.append(action.screen)
    case is PopScreenAction where state.stack.count > 1: state.stack.removeLast()
    default: break
    }
    return state
}
