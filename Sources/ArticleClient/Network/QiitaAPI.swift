/// The operations of Qiita API v2 that the client uses. All throw ``ArticleClientError``.
package protocol QiitaAPI: Sendable {
    /// Returns a page of all articles, newest first. Pages count from 1.
    func items(page: Int) async throws(ArticleClientError) -> [Article]

    /// Returns a page of a user's articles, newest first. Pages count from 1.
    func items(ofUser userId: String, page: Int) async throws(ArticleClientError) -> [Article]

    /// Returns one article.
    func item(_ id: String) async throws(ArticleClientError) -> Article

    /// Returns the latest hundred users, at most, who stocked an article.
    func stockers(ofItem id: String) async throws(ArticleClientError) -> [User]

    /// Returns whether the token's owner stocked an article.
    func isStocked(item id: String) async throws(ArticleClientError) -> Bool

    /// Stocks an article.
    func stock(item id: String) async throws(ArticleClientError)

    /// Unstocks an article.
    func unstock(item id: String) async throws(ArticleClientError)
}
