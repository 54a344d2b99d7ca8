/// A list of articles, all of them or one user's.
package struct ArticleListState: Codable, Equatable, Sendable {
    /// The list's heading.
    package var title: String
    /// Whose articles these are; nil for everybody's.
    package var userId: String?
    /// The page to load next. Pages count from 1.
    package var pageNumber: Int
    /// The articles of the pages loaded so far; nil before the first.
    package var articleList: [Article]?
    /// What went wrong in the latest request, if anything.
    package var errorMessage: String?
    /// Whether the list is being loaded from its first page.
    package var isRefresh: Bool
    /// Whether the next page is being loaded.
    package var showMoreLoading: Bool
    /// Whether there is no next page. Also of the list of everybody's articles; the name is the reference's.
    package var finishMoreUserArticle: Bool

    /// Creates the state, by default of a list of which nothing was loaded.
    package init(
        title: String,
        userId: String? = nil,
        pageNumber: Int = 1,
        articleList: [Article]? = nil,
        errorMessage: String? = nil,
        isRefresh: Bool = false,
        showMoreLoading: Bool = false,
        finishMoreUserArticle: Bool = false
    ) {
        self.title = title
        self.userId = userId
        self.pageNumber = pageNumber
        self.articleList = articleList
        self.errorMessage = errorMessage
        self.isRefresh = isRefresh
        self.showMoreLoading = showMoreLoading
        self.finishMoreUserArticle = finishMoreUserArticle
    }

    /// The list of everybody's articles before anything was loaded.
    package static let home = ArticleListState(title: "ホーム")

    /// A user's list before anything was loaded.
    package static let userArticleList = ArticleListState(title: "投稿一覧")
}
