import RewindStore

extension ArticleFlows {
    /// Leaves the open article of a list.
    ///
    /// Dispatches `PopScreen`, then `DetailReset`: the screen is never visible without its data.
    package func leaveArticle(from source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, _ in
            dispatch(PopScreenAction())
            dispatch(source.reset())
        }
    }

    /// Leaves a user's list.
    ///
    /// Dispatches `PopScreen`, then `UserResetArticleState`: the screen is never visible without its data.
    package func leaveUser() -> AsyncThunk<AppState> {
        thunk { dispatch, _ in
            dispatch(PopScreenAction())
            dispatch(UserResetArticleStateAction())
        }
    }
}
