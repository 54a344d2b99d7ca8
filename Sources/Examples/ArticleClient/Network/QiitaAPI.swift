/// The operations of Qiita API v2 that the client uses. All throw ``ArticleClientError``.
package protocol QiitaAPI: Sendable {
    /// Returns a page of all articles, newest first. Pages count from 1.
    func items(page: Int) async throws(ArticleClientError) -> [Article]

    /// Returns a page of articles by one user, newest first. Pages count from 1.
    func items(ofUser userId: String, page: Int) async throws(ArticleClientError) -> [Article]

    /// Returns one article.
    func item(_ id: String) async throws(ArticleClientError) -> Article

    /// Returns the users who stocked an article, at most the latest hundred.
    func stockers(ofItem id: String) async throws(ArticleClientError) -> [User]

    /// Returns true if the token's owner has stocked an article.
    func isStocked(item id: String) async throws(ArticleClientError) -> Bool

    /// Stocks an article.
    func stock(item id: String) async throws(ArticleClientError)

    /// Unstocks an article.
    func unstock(item id: String) async throws(ArticleClientError)
}
