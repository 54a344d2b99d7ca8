/// The state of the client.
package struct AppState: Codable, Equatable, Sendable {
    /// The loading indicator.
    package var loading = LoadingState()
    /// The list of all articles.
    package var home = ArticleListState.home(in: .japanese)
    /// The list of one user's articles.
    package var userArticleList = ArticleListState.userArticleList(in: .japanese)
    /// The article opened from the list of all articles.
    package var articleDetail = ArticleDetailState()
    /// The article opened from a user's list.
    package var userArticleDetail = ArticleDetailState()
    /// The screens.
    package var navigation = NavigationState()

    /// The state of a client just started.
    package static let initial = AppState()
}

/// The state of the loading indicator.
package struct LoadingState: Codable, Equatable, Sendable {
    /// True if the indicator is visible.
    package var isLoading = false
}

/// The stack of screens, as part of the state: restoring a state restores its screen.
package struct NavigationState: Codable, Equatable, Sendable {
    /// The screens; the last one is visible.
    package var stack: [Screen] = [.home]

    /// The visible screen; home if a decoded stack is empty.
    package var top: Screen { stack.last ?? .home }
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
