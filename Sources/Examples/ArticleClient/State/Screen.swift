/// The screens of the client.
package enum Screen: String, CaseIterable, Codable, Hashable, Sendable {
    /// The list of all articles.
    case home
    /// An article opened from the list of all articles.
    case article
    /// The list of articles by one user.
    case userArticleList
    /// An article opened from a user's list.
    case userArticle
}
