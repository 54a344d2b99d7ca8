/// A tag of an article.
package struct Tag: Codable, Hashable, Sendable {
    /// The name, which also identifies the tag.
    package var name: String
    /// The versions of the tagged software that the article is about, often empty.
    package var versions: [String]

    /// Creates a tag.
    package init(name: String, versions: [String] = []) {
        self.name = name
        self.versions = versions
    }
}
