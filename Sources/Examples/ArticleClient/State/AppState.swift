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
