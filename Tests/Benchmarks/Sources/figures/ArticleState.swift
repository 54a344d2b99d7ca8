import RewindStore

/// The state of an app with the usual collections: articles of twelve fields, users by id, a set of ids, and settings
/// nested three levels deep.
struct ArticleState: Codable {
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
        var url: String
        var tags: [String]
        var author: Author
        var isPrivate: Bool
        var isStocked: Bool?
        var likes: Int
        var comments: Int
        var createdAt: String
        var updatedAt: String
    }

    struct Settings: Codable {
        struct Reading: Codable {
            struct Font: Codable {
                var name = "Hiragino Sans, proportional"
                var size = 12
                var isBold = false
            }

            var font = Font()
            var isDark = true
            var margin = 8.5
        }

        var reading = Reading()
        var server = "https://qiita.example/api/v2"
    }

    var isLoading = false
    var page = 1
    var articles: [Article]
    var authors: [String: Author]
    var stocked: Set<String>
    var settings = Settings()

    /// Creates a state with `count` articles, `others` authors and as many ids.
    init(articles count: Int, others: Int = 0) {
        articles = (0..<count).map(Article.init(number:))
        authors = Dictionary(uniqueKeysWithValues: (0..<others).map { (Self.id($0), Author(number: $0)) })
        stocked = Set((0..<others).map(Self.id))
    }

    /// Returns the id of an article or an author, as long as those of Qiita.
    static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "c0ffee" + String(repeating: "0", count: 14 - digits.count) + digits
    }
}

extension ArticleState.Author {
    init(number: Int) {
        self.init(
            id: ArticleState.id(number),
            name: "The author with the number \(number)",
            location: number % 3 == 0 ? nil : "Shibuya, Tokyo, Japan",
            followers: number,
            items: 2 * number,
            imageURL: "https://qiita.example/images/\(number).png"
        )
    }
}

extension ArticleState.Article {
    init(number: Int) {
        self.init(
            id: ArticleState.id(number),
            title: "Article \(number): what a recorder sees",
            body: String(repeating: "A line of Markdown, \(number).\n", count: 1024 / 24),
            url: "https://qiita.example/items/\(number)",
            tags: ["Swift", "Redux", "Test \(number % 7)"],
            author: ArticleState.Author(number: number % 50),
            isPrivate: false,
            isStocked: nil,
            likes: number,
            comments: 0,
            createdAt: "2026-01-01T00:00:00+09:00",
            updatedAt: "2026-01-02T00:00:00+09:00"
        )
    }
}
