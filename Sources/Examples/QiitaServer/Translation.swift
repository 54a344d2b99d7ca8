import ArticleClient
import Foundation
import QiitaFixtures

/// The English texts of the fixtures. What it does not contain stays as it is: articles in English, and two in Japanese.
struct Translation: Decodable {
    private struct Text: Decodable {
        let title, body: String
    }

    /// The texts of articles, by id.
    private let articles: [String: Text]
    /// The texts of users and tags, by the original ones.
    private let words: [String: String]

    /// The translation that is embedded in the executable.
    ///
    /// - Throws: `QiitaServerError.malformedFixture`.
    static var embedded: Translation {
        get throws(QiitaServerError) {
            let data = Data(bytes: qiita_english(), count: qiita_english_count())
            do {
                return try JSONDecoder().decode(Translation.self, from: data)
            } catch {
                throw .malformedFixture(file: "english.json")
            }
        }
    }

    /// Returns the JSON of an article or a user with its texts translated. All other values stay the same.
    func translated(_ json: Data) throws -> Data {
        let value = translated(try JSONSerialization.jsonObject(with: json))
        guard var object = value as? [String: Any] else { return json }
        if let id = object["id"] as? String, let text = articles[id] {
            object["title"] = text.title
            object["body"] = text.body
            object["rendered_body"] = Article.html(ofBody: text.body)
        }
        return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    }

    private func translated(_ value: Any) -> Any {
        switch value {
        case let text as String: words[text] ?? text
        case let list as [Any]: list.map(translated)
        case let object as [String: Any]: object.mapValues(translated)
        default: value
        }
    }
}
