import RewindStore

extension ArticleFlows {
    /// Shows a user's articles.
    ///
    /// Dispatches `UserArticleListUserId(id)` and `PushScreen`, and continues with ``refresh(_:)``. The push follows
    /// the id, so that the screen always has its user's id.
    package func openUser(_ id: String) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            dispatch(UserArticleListUserIdAction(userId: id))
            dispatch(PushScreenAction(screen: .userArticleList))
            await refresh(.user).run(dispatch: dispatch.function, getState: getState)
        }
    }
}
