import RewindStore

extension ArticleFlows {
    /// Shows a user's articles.
    ///
    /// Dispatches `UserArticleListUserId(id)`, `PushScreen`, and then what ``refresh(_:)`` does. The push follows the
    /// id, so the screen is never shown without knowing its user.
    package func openUser(_ id: String) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            dispatch(UserArticleListUserIdAction(userId: id))
            dispatch(PushScreenAction(screen: .userArticleList))
            await refresh(.user).run(dispatch: dispatch.function, getState: getState)
        }
    }
}
