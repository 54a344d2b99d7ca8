/// The flows' source of articles. It never throws: a failure is a result, which ends up in the state.
package protocol ArticleRepository: Sendable {
    /// Returns a page of all articles, newest first. Pages count from 1.
    func articles(page: Int) async -> RequestResult<[Article]>

    /// Returns a page of articles by one user, newest first. Pages count from 1.
    func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]>

    /// Returns one article.
    func article(_ id: String) async -> RequestResult<Article>

    /// Returns the users who stocked an article.
    func stockers(ofArticle id: String) async -> RequestResult<[User]>

    /// Returns true if the client's user has stocked an article.
    func isStocked(article id: String) async -> RequestResult<Bool>

    /// Stocks or unstocks an article, and returns its new stock status.
    func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool>
}
