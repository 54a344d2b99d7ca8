import ArticleClient
import Foundation
import QiitaFixtures

/// The embedded files, decoded independently of the server.
struct FixtureFiles {
    let items = Data(bytes: qiita_items(), count: qiita_items_count())
    let users = Data(bytes: qiita_users(), count: qiita_users_count())
    let stockers = Data(bytes: qiita_stockers(), count: qiita_stockers_count())

    func articles() throws -> [Article] {
        try JSONDecoder().decode([Article].self, from: items)
    }

    func people() throws -> [User] {
        try JSONDecoder().decode([User].self, from: users)
    }

    func stockersByArticle() throws -> [String: [String]] {
        try JSONDecoder().decode([String: [String]].self, from: stockers)
    }
}
