import ArticleClient
import Foundation
import Testing

@testable import QiitaServer

@Suite struct FixtureTests {
    private let files = FixtureFiles()

    @Test func `Every article has every key of Qiita's articles`() throws {
        let keys: Set = [
            "rendered_body", "body", "coediting", "comments_count", "created_at", "group", "id", "likes_count",
            "private", "reactions_count", "stocks_count", "tags", "title", "updated_at", "url", "user",
            "page_views_count", "team_membership",
        ]
        let objects = try #require(try JSONSerialization.jsonObject(with: files.items) as? [[String: Any]])
        #expect(objects.count == 75)
        #expect(objects.allSatisfy { Set($0.keys) == keys })
    }

    @Test func `Every user has every key of Qiita's users`() throws {
        let keys: Set = [
            "description", "facebook_id", "followees_count", "followers_count", "github_login_name", "id",
            "items_count", "linkedin_id", "location", "name", "organization", "permanent_id", "profile_image_url",
            "team_only", "twitter_screen_name", "website_url",
        ]
        let users = try #require(try JSONSerialization.jsonObject(with: files.users) as? [[String: Any]])
        let items = try #require(try JSONSerialization.jsonObject(with: files.items) as? [[String: Any]])
        let authors = items.compactMap { $0["user"] as? [String: Any] }
        #expect(authors.count == items.count)
        #expect((users + authors).allSatisfy { Set($0.keys) == keys })
    }

    @Test func `Ids are unique, and those of articles are twenty hexadecimal digits`() throws {
        let ids = try files.articles().map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.count == 20 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
        let people = try files.people()
        #expect(Set(people.map(\.id)).count == people.count)
        #expect(Set(people.map(\.permanentId)).count == people.count)
    }

    @Test func `Articles are ordered by publication, the newest first`() throws {
        let dates = try files.articles().map(\.createdAt)
        #expect(dates == dates.sorted(by: >))
        #expect(dates.allSatisfy { $0.hasSuffix("+09:00") })
    }

    @Test(arguments: [("mizuiro_dev", 42), ("akane_sqlite", 20), ("oboro_null", 1), ("sora_reader", 0)])
    func `Authors have as many articles as their profiles state`(id: String, count: Int) throws {
        let user = try #require(try files.people().first { $0.id == id })
        #expect(user.itemsCount == count)
        #expect(try files.articles().filter { $0.user.id == id }.count == count)
    }

    @Test func `An article has its author as in users.json`() throws {
        let people = Dictionary(try files.people().map { ($0.id, $0) }) { first, _ in first }
        let articles = try files.articles()
        #expect(Set(articles.map(\.user.id)).count >= 7)
        #expect(articles.allSatisfy { people[$0.user.id] == $0.user })
    }

    @Test func `Stockers are known users and match the article's count`() throws {
        struct Count: Decodable {
            let id: String
            let stocks_count: Int
        }
        let stockers = try files.stockersByArticle()
        let known = Set(try files.people().map(\.id))
        for article in try JSONDecoder().decode([Count].self, from: files.items) {
            let ids = try #require(stockers[article.id])
            #expect(ids.count == article.stocks_count)
            #expect(Set(ids).count == ids.count)
            #expect(known.isSuperset(of: ids))
        }
        #expect(stockers.values.contains { $0.isEmpty })
        #expect(stockers.values.map(\.count).max() == 120)
        #expect(stockers.values.filter { $0.contains("sora_reader") }.count == 3)
    }

    @Test func `One body is very long, and the others vary`() throws {
        let sizes = try files.articles().map(\.body.utf8.count).sorted()
        let longest = try #require(sizes.last)
        #expect(55_000...65_000 ~= longest)
        #expect(sizes.dropLast().allSatisfy { 200...8_192 ~= $0 })
        #expect(try Set(files.articles().map(\.body)).count == sizes.count)
        #expect(files.items.count + files.users.count + files.stockers.count < 600_000)
    }

    @Test(arguments: ["👨‍👩‍👧‍👦", "🏳️‍🌈", "か\u{3099}", "e\u{301}", "葛\u{E0100}", "שלום", "a\u{200B}b"])
    func `The bodies contain difficult texts, byte for byte`(text: String) throws {
        #expect(files.items.range(of: Data(text.utf8)) != nil)
    }

    @Test func `In English, only the texts of articles, tags and users differ`() throws {
        var (english, japanese) = (try QiitaServer.articles(in: .english), try files.articles())
        #expect(english.count == japanese.count)
        let texts = english.map { $0.title + $0.body }
        let isJapanese = texts.map { $0.contains(/[\u{3041}-\u{3096}]{4}/) }
        #expect(zip(english, isJapanese).filter(\.1).map(\.0.user.id) == ["kumo_linux", "yamabiko_i18n"])
        for index in english.indices {
            let (new, old) = (english[index], japanese[index])
            #expect(new.tags.map(\.versions) == old.tags.map(\.versions))
            #expect(new.body.count { $0 == "`" } == old.body.count { $0 == "`" }, "\(new.title)")
            #expect(new.body.count { $0 == "\n" } == old.body.count { $0 == "\n" }, "\(new.title)")
            #expect(new.body.components(separatedBy: "](").count == old.body.components(separatedBy: "](").count)
            #expect(isJapanese[index] || new.body.isEmpty == old.body.isEmpty && !new.renderedBody.isEmpty)
            Self.removeTexts(of: &english[index])
            Self.removeTexts(of: &japanese[index])
        }
        #expect(english == japanese)
    }

    private static func removeTexts(of article: inout Article) {
        (article.title, article.body, article.renderedBody, article.tags) = ("", "", "", [])
        (article.user.name, article.user.description, article.user.location, article.user.organization) =
            (nil, nil, nil, nil)
    }

    @Test func `In English, an article has every key of Qiita's articles`() throws {
        let catalog = try Catalog.embedded(in: .english)
        let original = try Catalog.embedded(in: .japanese)
        for (id, json) in catalog.articles {
            let keys = try [json, #require(original.articles[id])].map {
                Set(try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any]).keys)
            }
            #expect(keys[0] == keys[1])
        }
    }

    @Test func `The error for a malformed file names it`() {
        #expect(throws: QiitaServerError.malformedFixture(file: "users.json")) {
            try Catalog(items: Data("[]".utf8), users: Data("{}".utf8), stockers: Data("{}".utf8))
        }
    }
}
