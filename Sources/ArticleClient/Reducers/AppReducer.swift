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
