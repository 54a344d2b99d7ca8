@testable import ArticleClient

extension User {
    static let hanako = User(
        permanentId: 7,
        id: "hanako_swift",
        name: "はなこ",
        location: "Kyoto",
        profileImageUrl: "https://example.com/7.png",
        githubLoginName: "hanako",
        itemsCount: 3,
        followeesCount: 1,
        followersCount: 2,
        description: "iOS"
    )
    static let taro = User(permanentId: 8, id: "taro")
}

extension Article {
    static func sample(_ id: String, title: String? = nil, body: String = "", user: User = .hanako) -> Article {
        Article(
            id: id,
            title: title ?? "Article \(id)",
            body: body,
            renderedBody: "<p>\(body)</p>",
            url: "https://example.com/items/\(id)",
            tags: [Tag(name: "Swift", versions: ["6.3"]), Tag(name: "iOS")],
            user: user,
            createdAt: "2026-03-01T09:30:00+09:00",
            updatedAt: "2026-03-04T10:00:00+09:00"
        )
    }
}

extension RequestFailure {
    static let notFound = RequestFailure(message: "Not found", type: "not_found")
    static let forbidden = RequestFailure(message: "Forbidden", type: "forbidden")
    static let timedOut = RequestFailure(message: "通信処理でエラーが発生しました", type: "timed_out")
}
