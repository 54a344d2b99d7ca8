/// A list of articles: all of them, or one user's.
package struct ArticleListState: Codable, Equatable, Sendable {
    /// The heading.
    package var title: String
    /// The identifier of the articles' author; nil for all articles.
    package var userId: String?
    /// The page to load next. Pages count from 1.
    package var pageNumber = 1
    /// The articles of the pages loaded so far; nil before the first one.
    package var articleList: [Article]?
    /// The error message of the latest request, if it failed.
    package var errorMessage: String?
    /// True while the list is being loaded from its first page.
    package var isRefresh = false
    /// True while the next page is being loaded.
    package var showMoreLoading = false
    /// True if there is no next page. Used for both lists; the name comes from the reference app.
    package var finishMoreUserArticle = false

    /// The list of all articles before any request.
    package static func home(in language: Language) -> ArticleListState {
        ArticleListState(title: language.text("Home", ja: "ホーム"))
    }

    /// The list of one user before any request.
    package static func userArticleList(in language: Language) -> ArticleListState {
        ArticleListState(title: language.text("Posts", ja: "投稿一覧"))
    }
}
