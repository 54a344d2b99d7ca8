/// A label of an article.
package struct Tag: Codable, Hashable, Sendable {
    /// The tag's name, which is also its identity.
    package var name: String
    /// The versions of the tagged thing that the article is about, often none.
    package var versions: [String]

    /// Creates a tag.
    package init(name: String, versions: [String] = []) {
        self.name = name
        self.versions = versions
    }
}
