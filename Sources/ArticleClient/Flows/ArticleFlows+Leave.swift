import RewindStore

extension ArticleFlows {
    /// Leaves the open article of a list.
    ///
    /// Dispatches `PopScreen`, `DetailReset`, in this order, so the screen is never shown emptied.
    package func leaveArticle(from source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, _ in
            dispatch(PopScreenAction())
            dispatch(source.reset())
        }
    }

    /// Leaves a user's list.
    ///
    /// Dispatches `PopScreen`, `UserResetArticleState`, in this order, so the screen is never shown emptied.
    package func leaveUser() -> AsyncThunk<AppState> {
        thunk { dispatch, _ in
            dispatch(PopScreenAction())
            dispatch(UserResetArticleStateAction())
        }
    }
}
