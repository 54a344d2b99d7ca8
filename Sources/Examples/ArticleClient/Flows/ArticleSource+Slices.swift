extension ArticleSource {
    /// The list's slice.
    var list: KeyPath<AppState, ArticleListState> {
        switch self {
        case .home: \.home
        case .user: \.userArticleList
        }
    }

    /// The slice of the article opened from the list.
    var detail: KeyPath<AppState, ArticleDetailState> {
        switch self {
        case .home: \.articleDetail
        case .user: \.userArticleDetail
        }
    }

    /// The screen of the article opened from the list.
    var articleScreen: Screen {
        switch self {
        case .home: .article
        case .user: .userArticle
        }
    }
}
