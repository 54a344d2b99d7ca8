import RewindStore

/// Reduces the `articleDetail` slice.
func articleDetailReducer(action: any Action, state: ArticleDetailState?) -> ArticleDetailState {
    var state = state ?? ArticleDetailState()
    switch action {
    case let action as ArticleDetailIdAction: state.articleId = action.articleId
    case let action as ArticleDetailAction: state.articleDetail = action.article
    case let action as ArticleDetailStockersAction: state.stockUsers = action.users
    case let action as ArticleDetailHasStockAction: state.stockStatus = action.hasStock
    case let action as ArticleDetailFetchingStockStatusAction:
        state.fetchingStockStatus = action.fetchingStockStatus
    case let action as ArticleDetailErrorAction: state.error = action.error
    case is ArticleDetailResetAction: state = ArticleDetailState()
    default: break
    }
    return state
}

/// Reduces the `userArticleDetail` slice.
func userArticleDetailReducer(action: any Action, state: ArticleDetailState?) -> ArticleDetailState {
    var state = state ?? ArticleDetailState()
    switch action {
    case let action as UserArticleDetailIdAction: state.articleId = action.articleId
    case let action as UserArticleDetailAction: state.articleDetail = action.article
    case let action as UserArticleDetailStockersAction: state.stockUsers = action.users
    case let action as UserArticleDetailHasStockAction: state.stockStatus = action.hasStock
    case let action as UserArticleDetailFetchingStockStatusAction:
        state.fetchingStockStatus = action.fetchingStockStatus
    case let action as UserArticleDetailErrorAction: state.error = action.error
    case is UserArticleDetailResetAction: state = ArticleDetailState()
    default: break
    }
    return state
}
