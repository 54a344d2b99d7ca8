/// The two lists that articles are shown in and opened from. The flows are the same on both; slices, actions and
/// screens are not.
package enum ArticleSource: CaseIterable, Hashable, Sendable {
    /// Everybody's articles.
    case home
    /// One user's articles.
    case user
}
