/// The screens of the client.
package enum Screen: String, CaseIterable, Codable, Hashable, Sendable {
    /// All articles.
    case home
    /// One of all articles.
    case article
    /// A user's articles.
    case userArticleList
    /// One of a user's articles.
    case userArticle
}
