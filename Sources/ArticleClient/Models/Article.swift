/// One published article. Two articles are equal when all their fields are; `id` alone says which article it is.
package struct Article: Codable, Hashable, Identifiable, Sendable {
    /// The article's identity.
    package var id: String
    /// Whether only those who know the address can read it.
    package var isPrivate: Bool
    /// The title, as plain text.
    package var title: String
    /// The text, as Markdown.
    package var body: String
    /// The text, as HTML.
    package var renderedBody: String
    /// The address of the article's page.
    package var url: String
    /// The article's labels.
    package var tags: [Tag]
    /// Who wrote it.
    package var user: User
    /// Whether others of the same organisation may edit it.
    package var coEditing: Bool
    /// When it was published, as the API wrote it (ISO 8601): kept as text so that it survives a round trip unchanged.
    package var createdAt: String
    /// When it was last changed, as the API wrote it (ISO 8601).
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

    /// Creates an article.
    package init(
        id: String,
        isPrivate: Bool = false,
        title: String,
        body: String = "",
        renderedBody: String = "",
        url: String = "",
        tags: [Tag] = [],
        user: User,
        coEditing: Bool = false,
        createdAt: String,
        updatedAt: String
    ) {
        self.id = id
        self.isPrivate = isPrivate
        self.title = title
        self.body = body
        self.renderedBody = renderedBody
        self.url = url
        self.tags = tags
        self.user = user
        self.coEditing = coEditing
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
