/// One article and what is known about its stock.
package struct ArticleDetailState: Codable, Equatable, Sendable {
    /// Which article; nil when none is open.
    package var articleId: String?
    /// The article; nil until it was loaded.
    package var articleDetail: Article?
    /// Whether the client is asking if its user stocked the article.
    package var fetchingStockStatus: Bool
    /// Whether the client's user stocked the article; nil when that is not known.
    package var stockStatus: Bool?
    /// Those who stocked the article; nil until they were loaded.
    package var stockUsers: [User]?
    /// Why the article could not be loaded.
    package var error: RequestFailure?

    /// Creates the state, by default of no article.
    package init(
        articleId: String? = nil,
        articleDetail: Article? = nil,
        fetchingStockStatus: Bool = false,
        stockStatus: Bool? = nil,
        stockUsers: [User]? = nil,
        error: RequestFailure? = nil
    ) {
        self.articleId = articleId
        self.articleDetail = articleDetail
        self.fetchingStockStatus = fetchingStockStatus
        self.stockStatus = stockStatus
        self.stockUsers = stockUsers
        self.error = error
    }
}
