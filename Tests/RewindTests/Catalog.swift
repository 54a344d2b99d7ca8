import Foundation
import Rewind
import RewindStore
import RewindTree

/// A typical app state: a list of articles, where each change of one copies the whole list.
struct Catalog: Codable, Equatable {
    struct Author: Codable, Equatable {
        var id: String
        var name: String
        var followers: Int
    }

    struct Article: Codable, Equatable {
        var id: Int
        var title: String
        var body: String
        var url: String
        var tags: [String]
        var author: Author
        var likes: Int
        var stocks: Int
        var isPrivate: Bool
        var isRead: Bool
        var createdAt: String
        var updatedAt: String
    }

    var articles: [Article]

    /// Creates a state with `count` articles of twelve fields, with a body of about 1 KB each.
    init(articles count: Int) {
        articles = (0..<count).map { number in
            Article(
                id: number,
                title: "Article \(number): what a recorder sees",
                body: String(repeating: "A line of Markdown, \(number).\n", count: 40),
                url: "https://articles.example/items/\(number)",
                tags: ["Swift", "Redux", "Test \(number % 7)"],
                author: Author(id: "author-\(number % 10)", name: "Author \(number % 10)", followers: number),
                likes: 0,
                stocks: 0,
                isPrivate: false,
                isRead: false,
                createdAt: "2026-01-01T00:00:00+09:00",
                updatedAt: "2026-01-02T00:00:00+09:00"
            )
        }
    }
}

/// Changes one field of one article.
struct Like: Action, Codable {
    var number: Int
}

extension Catalog {
    mutating func apply(_ like: Like) {
        guard !articles.isEmpty else { return }
        articles[like.number * 7 % articles.count].likes = like.number
    }

    static func reduce(_ action: any Action, _ state: Catalog?) -> Catalog {
        var state = state ?? Catalog(articles: 0)
        if let like = action as? Like { state.apply(like) }
        return state
    }
}

/// Returns the peak resident memory of this process, in bytes.
func peakMemory() -> Int {
    #if canImport(Darwin)
    var usage = rusage()
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0
    #else
    // Not `getrusage`, whose value includes the memory before exec: proc(5).
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    #endif
}
