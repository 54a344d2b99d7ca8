/// A published article. Articles are equal if all their fields are equal; `id` alone identifies an article.
package struct Article: Codable, Hashable, Identifiable, Sendable {
    /// The identifier.
    package var id: String
    /// True if only those who know the URL can read it.
    package var isPrivate = false
    /// The title, as plain text.
    package var title: String
    /// The text, as Markdown.
    package var body = ""
    /// The text, as HTML.
    package var renderedBody = ""
    /// The URL of the web page.
    package var url = ""
    /// The tags.
    package var tags: [Tag] = []
    /// The author.
    package var user: User
    /// True if members of the same organization may edit it.
    package var coEditing = false
    /// The time of publication, as text in the API's format (ISO 8601), so that it survives a round trip unchanged.
    package var createdAt: String
    /// The time of the last change, in the API's format (ISO 8601).
    package var updatedAt: String

    private enum CodingKeys: String, CodingKey {
        case id
        case isPrivate = "private"
        case title
        case body
        case renderedBody = "rendered_body"
        case url
        case tags
        case user
        case coEditing = "coediting"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}

/// A tag of an article.
package struct Tag: Codable, Hashable, Sendable {
    /// The name, which also identifies the tag.
    package var name: String
    /// The versions of the tagged software that the article is about, often empty.
    package var versions: [String] = []
}
