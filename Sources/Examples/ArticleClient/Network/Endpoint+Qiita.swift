import Foundation

/// The operations of Qiita API v2 that the client uses.
extension Endpoint {
    /// All articles, newest first.
    package static func items(page: Int, perPage: Int = 20) -> Endpoint {
        Endpoint(.get, ["api", "v2", "items"], query: paging(page: page, perPage: perPage))
    }

    /// A user's articles, newest first.
    package static func items(ofUser userId: String, page: Int, perPage: Int = 20) -> Endpoint {
        Endpoint(.get, ["api", "v2", "users", userId, "items"], query: paging(page: page, perPage: perPage))
    }

    /// One article.
    package static func item(_ id: String) -> Endpoint {
        Endpoint(.get, ["api", "v2", "items", id])
    }

    /// The users who stocked an article.
    package static func stockers(ofItem id: String, perPage: Int = 100) -> Endpoint {
        Endpoint(.get, ["api", "v2", "items", id, "stockers"], query: [.init(name: "per_page", value: "\(perPage)")])
    }

    /// The stock status of an article for the token's owner: reads it (GET), stocks (PUT) or unstocks the article
    /// (DELETE).
    package static func stock(_ method: HTTPMethod, item id: String) -> Endpoint {
        Endpoint(method, ["api", "v2", "items", id, "stock"])
    }

    private static func paging(page: Int, perPage: Int) -> [URLQueryItem] {
        [.init(name: "page", value: "\(page)"), .init(name: "per_page", value: "\(perPage)")]
    }
}
