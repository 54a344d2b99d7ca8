/// A list that shows articles and opens them. The flows are the same for both lists; slices, actions and screens
/// differ.
package enum ArticleSource: CaseIterable, Hashable, Sendable {
    /// All articles.
    case home
    /// One user's articles.
    case user
}
