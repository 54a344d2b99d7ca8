import ArticleClient
import Foundation
import QiitaFixtures

/// The fixtures, read once. Each object keeps its original bytes, so that a response has every key of the file.
struct Catalog: Sendable {
    private static let japanese = Result {
        try Catalog(
            items: Data(bytes: qiita_items(), count: qiita_items_count()),
            users: Data(bytes: qiita_users(), count: qiita_users_count()),
            stockers: Data(bytes: qiita_stockers(), count: qiita_stockers_count())
        )
    }
    private static let english = Result { try japanese.get().translated(by: .embedded) }

    /// The ids of all articles, newest first.
    let articleIDs: [String]
    /// The ids of each author's articles, newest first.
    let articleIDsByAuthor: [String: [String]]
    /// The JSON of each article, by id.
    private(set) var articles: [String: Data]
    /// The JSON of each user, by id.
    private(set) var users: [String: Data]
    /// The ids of the users who have stocked an article at the start, latest first, by article id.
    let stockers: [String: [String]]

    /// Returns the catalog of the files embedded in the executable.
    ///
    /// - Throws: `QiitaServerError.malformedFixture`.
    static func embedded(in language: Language) throws -> Catalog {
        switch language {
        case .english: try english.get()
        case .japanese: try japanese.get()
        }
    }

    private func translated(by translation: Translation) throws -> Catalog {
        var catalog = self
        catalog.articles = try articles.mapValues(translation.translated)
        catalog.users = try users.mapValues(translation.translated)
        return catalog
    }

    /// Parses the three files.
    ///
    /// - Throws: `QiitaServerError.malformedFixture`.
    init(items: Data, users: Data, stockers: Data) throws {
        let articles = try Self.objects(Article.self, in: items, file: "items.json")
        articleIDs = articles.map(\.value.id)
        articleIDsByAuthor = Dictionary(grouping: articles.map(\.value), by: \.user.id).mapValues { $0.map(\.id) }
        self.articles = Dictionary(articles.map { ($0.value.id, $0.json) }) { first, _ in first }
        self.users = Dictionary(
            try Self.objects(User.self, in: users, file: "users.json").map { ($0.value.id, $0.json) }
        ) { first, _ in first }
        do {
            self.stockers = try JSONDecoder().decode([String: [String]].self, from: stockers)
        } catch {
            throw QiitaServerError.malformedFixture(file: "stockers.json")
        }
    }

    private static func objects<Value: Decodable>(
        _ type: Value.Type,
        in data: Data,
        file: String
    ) throws -> [(value: Value, json: Data)] {
        // The files have a line and a space before each element, which never occur in a string of JSON.
        var rest = data.dropFirst("[\n {".utf8.count).dropLast("\n]\n".utf8.count)
        var objects: [Data] = []
        while let end = rest.range(of: Data(",\n {".utf8)) {
            objects.append(Data("{".utf8) + rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty { objects.append(Data("{".utf8) + rest) }
        guard let values = try? JSONDecoder().decode([Value].self, from: data), values.count == objects.count else {
            throw QiitaServerError.malformedFixture(file: file)
        }
        return Array(zip(values, objects))
    }
}
