/// Where the flows get articles from. It never throws: a failure is a result like any other, and ends in the state.
package protocol ArticleRepository: Sendable {
    /// Returns a page of all articles, newest first. Pages count from 1.
    func articles(page: Int) async -> RequestResult<[Article]>

    /// Returns a page of a user's articles, newest first. Pages count from 1.
    func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]>

    /// Returns one article.
    func article(_ id: String) async -> RequestResult<Article>

    /// Returns those who stocked an article.
    func stockers(ofArticle id: String) async -> RequestResult<[User]>

    /// Returns whether the user of the client stocked an article.
    func isStocked(article id: String) async -> RequestResult<Bool>

    /// Stocks or unstocks an article, and returns whether it is stocked now.
    func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool>
}
