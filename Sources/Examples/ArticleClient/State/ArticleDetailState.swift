/// An article and its stock status.
package struct ArticleDetailState: Codable, Equatable, Sendable {
    /// The identifier of the article; nil if no article is open.
    package var articleId: String?
    /// The article; nil until it is loaded.
    package var articleDetail: Article?
    /// True while the stock status is being loaded.
    package var fetchingStockStatus = false
    /// True if the client's user has stocked the article; nil if unknown.
    package var stockStatus: Bool?
    /// The users who stocked the article; nil until they are loaded.
    package var stockUsers: [User]?
    /// The error that kept the article from loading.
    package var error: RequestFailure?
}
