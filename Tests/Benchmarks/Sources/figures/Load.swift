import RewindStore

/// The recorded state: a list of articles, and small values that change.
struct LoadState: Codable {
    struct Author: Codable {
        var id: String
        var name: String
        var location: String?
        var followers: Int
        var items: Int
        var imageURL: String
    }

    struct Article: Codable {
        var id: String
        var title: String
        var body: String
        var renderedBody: String
        var url: String
        var tags: [String]
        var user: Author
        var isPrivate: Bool
        var createdAt: String
        var updatedAt: String
    }

    var isLoading = false
    var page = 1
    var articles: [Article]
    var articleID: String?
    var isStocked: Bool?

    /// Creates a state with `count` articles of about 2.5 KB.
    init(articles count: Int) {
        articles = (0..<count).map { number in
            Article(
                id: "article-\(number)",
                title: "Article \(number): what a recorder sees",
                body: String(repeating: "A line of Markdown, \(number).\n", count: 40),
                renderedBody: String(repeating: "<p>A line of HTML, \(number).</p>\n", count: 40),
                url: "https://qiita.example/items/\(number)",
                tags: ["Swift", "Redux", "Test \(number % 7)"],
                user: Author(
                    id: "user-\(number % 10)",
                    name: "User \(number % 10)",
                    location: nil,
                    followers: number,
                    items: 2 * number,
                    imageURL: "https://qiita.example/images/\(number % 10).png"
                ),
                isPrivate: false,
                createdAt: "2026-01-01T00:00:00+09:00",
                updatedAt: "2026-01-02T00:00:00+09:00"
            )
        }
    }
}

struct SetLoading: Action, Codable { var isLoading: Bool }
struct SetPage: Action, Codable { var page: Int }
struct SetStocked: Action, Codable { var isStocked: Bool? }
struct OpenArticle: Action, Codable { var articleID: String? }

enum Load {
    /// The reducer of the load.
    static func reduce(_ action: any Action, _ state: LoadState?) -> LoadState {
        var state = state ?? LoadState(articles: 0)
        switch action {
        case let action as SetLoading: state.isLoading = action.isLoading
        case let action as SetPage: state.page = action.page
        case let action as SetStocked: state.isStocked = action.isStocked
        case let action as OpenArticle: state.articleID = action.articleID
        default: break
        }
        return state
    }

    /// Returns the action with this number; each changes one small value.
    static func action(_ number: Int) -> any Action {
        switch number % 4 {
        case 0: SetLoading(isLoading: number % 8 < 4)
        case 1: SetPage(page: number)
        case 2: SetStocked(isStocked: number % 8 < 4)
        default: OpenArticle(articleID: "article-\(number % 100)")
        }
    }
}
