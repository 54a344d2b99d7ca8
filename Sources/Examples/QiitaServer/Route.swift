import Foundation

/// A route of Qiita API v2.
enum Route: Equatable {
    /// `/api/v2/items`
    case articles
    /// `/api/v2/items/:id`
    case article(id: String)
    /// `/api/v2/items/:id/stockers`
    case stockers(articleID: String)
    /// `/api/v2/items/:id/stock`
    case stock(articleID: String)
    /// `/api/v2/users/:id/items`
    case articlesOfUser(id: String)

    /// Parses a percent-encoded path; nil if it matches no route.
    init?(path: String) {
        let segments = path.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        guard segments.starts(with: ["api", "v2"]) else { return nil }
        switch segments.dropFirst(2).first {
        case "items" where segments.count == 3:
            self = .articles
        case "items" where segments.count == 4:
            self = .article(id: segments[3])
        case "items" where segments.count == 5 && segments[4] == "stockers":
            self = .stockers(articleID: segments[3])
        case "items" where segments.count == 5 && segments[4] == "stock":
            self = .stock(articleID: segments[3])
        case "users" where segments.count == 5 && segments[4] == "items":
            self = .articlesOfUser(id: segments[3])
        default:
            return nil
        }
    }
}

/// A request that the server received.
package struct ReceivedRequest: Equatable, Sendable {
    /// The HTTP method, such as `GET`.
    package let method: String
    /// The path as sent, percent-encoded and without the query.
    package let path: String
    /// The query after `?`, percent-encoded; nil without one.
    package let query: String?
}

extension ReceivedRequest: CustomStringConvertible {
    /// The method and the path with its query, such as `GET /api/v2/items?page=2`.
    package var description: String {
        "\(method) \(path)\(query.map { "?\($0)" } ?? "")"
    }
}
