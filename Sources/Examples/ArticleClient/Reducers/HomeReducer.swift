import RewindStore

/// Reduces the `home` slice.
func homeReducer(action: any Action, state: ArticleListState?) -> ArticleListState {
    var state = state ?? .home
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
