import RewindStore

/// Reduces the `home` slice.
func homeReducer(action: any Action, state: ArticleListState?) -> ArticleListState {
    var state = state ?? .home(in: .japanese)
    switch action {
    case let action as HomeRefreshAction: state.setRefresh(action.isRefresh, pageNumber: action.pageNumber)
    case let action as HomeArticleResultAction: state.replace(with: action.result)
    case let action as HomeShowMoreLoadingAction: state.showMoreLoading = action.showMoreLoading
    case let action as HomeMoreArticleResultAction: state.append(action.result)
    case let action as HomeFinishMoreArticleAction: state.finishMoreUserArticle = action.finish
    default: break
    }
    return state
}

/// Reduces the `userArticleList` slice.
func userArticleListReducer(action: any Action, state: ArticleListState?) -> ArticleListState {
    var state = state ?? .userArticleList(in: .japanese)
    switch action {
    case let action as UserArticleListUserIdAction: state.userId = action.userId
    case let action as UserArticleListRefreshAction: state.setRefresh(action.isRefresh, pageNumber: action.pageNumber)
    case let action as UserArticleResultAction: state.replace(with: action.result)
    case let action as UserArticleListShowMoreLoadingAction: state.showMoreLoading = action.showMoreLoading
    case let action as UserMoreArticleResultAction: state.append(action.result)
    case let action as UserFinishMoreArticleAction: state.finishMoreUserArticle = action.finish
    case is UserResetArticleStateAction: state = .userArticleList(in: state.language)
    default: break
    }
    return state
}
