/// What can be tapped on a screen. Its name stands in the page that shows the screen: `open/ID`, `user/ID`, `more`, `back`,
/// `refresh`, `stock` and `retry`.
package enum Tap: Hashable, Sendable {
    /// An article of a list.
    case open(articleId: String)
    /// Whoever wrote the article.
    case user(userId: String)
    /// The next page of a list.
    case more
    /// The way back to the screen before.
    case back
    /// A list from its first page.
    case refresh
    /// The stock of an article.
    case stock
    /// What failed, once more.
    case retry

    /// What has this name; nil when nothing has.
    package init?(name: String) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("open", let id?) where !id.isEmpty: self = .open(articleId: id)
        case ("user", let id?) where !id.isEmpty: self = .user(userId: id)
        case ("more", nil): self = .more
        case ("back", nil): self = .back
        case ("refresh", nil): self = .refresh
        case ("stock", nil): self = .stock
        case ("retry", nil): self = .retry
        default: return nil
        }
    }

    /// What it is called in a page.
    package var name: String {
        switch self {
        case .open(let id): "open/\(id)"
        case .user(let id): "user/\(id)"
        case .more: "more"
        case .back: "back"
        case .refresh: "refresh"
        case .stock: "stock"
        case .retry: "retry"
        }
    }
}
