/// The state of the client.
package struct AppState: Codable, Equatable, Sendable {
    /// The loading indicator.
    package var loading: LoadingState
    /// The list of all articles.
    package var home: ArticleListState
    /// The list of one user's articles.
    package var userArticleList: ArticleListState
    /// The article opened from the list of all articles.
    package var articleDetail: ArticleDetailState
    /// The article opened from a user's list.
    package var userArticleDetail: ArticleDetailState
    /// The screens.
    package var navigation: NavigationState

    /// Creates the state, by default that of a client just started.
    package init(
        loading: LoadingState = LoadingState(),
        home: ArticleListState = .home,
        userArticleList: ArticleListState = .userArticleList,
        articleDetail: ArticleDetailState = ArticleDetailState(),
        userArticleDetail: ArticleDetailState = ArticleDetailState(),
        navigation: NavigationState = NavigationState()
    ) {
        self.loading = loading
        self.home = home
        self.userArticleList = userArticleList
        self.articleDetail = articleDetail
        self.userArticleDetail = userArticleDetail
        self.navigation = navigation
    }
}

/// The state of the loading indicator.
package struct LoadingState: Codable, Equatable, Sendable {
    /// True if the indicator is visible.
    package var isLoading: Bool

    /// Creates the state, by default without an indicator.
    package init(isLoading: Bool = false) {
        self.isLoading = isLoading
    }
}

/// The stack of screens, as part of the state: restoring a state restores its screen.
package struct NavigationState: Codable, Equatable, Sendable {
    /// The screens; the last one is visible.
    package var stack: [Screen]

    /// The visible screen; home if a decoded stack is empty.
    package var top: Screen { stack.last ?? .home }

    /// Creates the state, by default with home alone.
    package init(stack: [Screen] = [.home]) {
        self.stack = stack
    }
}

/// The screens of the client.
package enum Screen: String, CaseIterable, Codable, Hashable, Sendable {
    /// The list of all articles.
    case home
    /// An article opened from the list of all articles.
    case article
    /// The list of articles by one user.
    case userArticleList
    /// An article opened from a user's list.
    case userArticle
}
