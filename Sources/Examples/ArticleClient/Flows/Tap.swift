/// An element that can be tapped. The HTML of a screen contains its name: `open/ID`, `user/ID`, `more`, `back`,
/// `refresh`, `stock` or `retry`.
package enum Tap: Hashable, Sendable {
    /// An article of a list.
    case open(articleId: String)
    /// The author of an article.
    case user(userId: String)
    /// The next page of a list.
    case more
    /// Back to the previous screen.
    case back
    /// A reload of a list from its first page.
    case refresh
    /// The stock button of an article.
    case stock
    /// A retry of the failed request.
    case retry

    /// Creates the tap with this name; nil if the name is unknown.
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

    /// The name in HTML.
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
