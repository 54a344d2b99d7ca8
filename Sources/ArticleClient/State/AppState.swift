/// All that the client knows and shows.
package struct AppState: Codable, Equatable, Sendable {
    /// Whether a request is under way.
    package var loading: LoadingState
    /// Everybody's articles.
    package var home: ArticleListState
    /// One user's articles.
    package var userArticleList: ArticleListState
    /// The article opened from everybody's.
    package var articleDetail: ArticleDetailState
    /// The article opened from a user's.
    package var userArticleDetail: ArticleDetailState
    /// The screens.
    package var navigation: NavigationState

    /// Creates the state, by default of a client just started.
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
