import RewindStore

extension ArticleFlows {
    /// Returns the flow for a tap on the visible screen of a state; nil if the screen has no such element.
    package func flow(for tap: Tap, in state: AppState) -> AsyncThunk<AppState>? {
        switch state.navigation.top {
        case .home: flow(for: tap, in: .home, state)
        case .userArticleList: flow(for: tap, in: .user, state)
        case .article: flow(for: tap, onArticleFrom: .home, state)
        case .userArticle: flow(for: tap, onArticleFrom: .user, state)
        }
    }

    private func flow(for tap: Tap, in source: ArticleSource, _ state: AppState) -> AsyncThunk<AppState>? {
        let list = state[keyPath: source.list]
        switch tap {
        case .open(let id): return list.has(id) ? openArticle(id, from: source) : nil
        case .more: return list.canShowMore ? showMore(source) : nil
        case .refresh: return refresh(source)
        case .retry: return list.errorMessage.map { _ in list.hasFailedToShowMore ? showMore(source) : refresh(source) }
        case .back: return state.navigation.canGoBack ? leaveUser() : nil
        case .user, .stock: return nil
        }
    }

    private func flow(
        for tap: Tap,
        onArticleFrom source: ArticleSource,
        _ state: AppState
    ) -> AsyncThunk<AppState>? {
        let detail = state[keyPath: source.detail]
        switch tap {
        case .user(let id):
            // A user's list has one slice, so a second one cannot be pushed above it.
            return source.screen == .home && detail.articleDetail?.user.id == id ? openUser(id) : nil
        case .stock: return detail.articleDetail == nil ? nil : toggleStock(from: source)
        case .back: return state.navigation.canGoBack ? leaveArticle(from: source) : nil
        case .retry: return detail.error.flatMap { _ in detail.articleId }.map { reopen($0, from: source) }
        case .open, .more, .refresh: return nil
        }
    }

    /// Leaves the article that could not be loaded, and opens it again.
    private func reopen(_ id: String, from source: ArticleSource) -> AsyncThunk<AppState> {
        thunk { dispatch, getState in
            await leaveArticle(from: source).run(dispatch: dispatch.function, getState: getState)
            await openArticle(id, from: source).run(dispatch: dispatch.function, getState: getState)
        }
    }
}

extension NavigationState {
    /// True if there is a screen to go back to; home is never left.
    var canGoBack: Bool { stack.count > 1 && top != .home }
}

extension ArticleListState {
    /// True if the next page can be requested.
    var canShowMore: Bool {
        articleList?.isEmpty == false && !showMoreLoading && !finishMoreUserArticle
    }

    /// True if the next page failed to load, rather than the first one: loading the first page begins by resetting the
    /// page number.
    var hasFailedToShowMore: Bool {
        errorMessage != nil && articleList?.isEmpty == false && pageNumber > 1
    }

    fileprivate func has(_ id: String) -> Bool {
        articleList?.contains { $0.id == id } == true
    }
}
