@testable import ArticleClient
import Foundation
import Testing

@Suite struct ModelTests {
    private static let json = """
        {"rendered_body": "<h1>見出し</h1>", "body": "# 見出し", "coediting": true, "comments_count": 1,
         "created_at": "2026-03-01T09:30:00+09:00", "group": null, "id": "c686397e4a0f4f11683d", "likes_count": 100,
         "private": true, "reactions_count": 0, "tags": [{"name": "Swift", "versions": ["6.3", "6.2"]}],
         "title": "例", "updated_at": "2026-03-04T10:00:00+09:00", "url": "https://example.com/items/c6",
         "page_views_count": null, "slide": false,
         "user": {"description": null, "facebook_id": null, "followees_count": 100, "followers_count": 200,
                  "github_login_name": null, "id": "hanako", "items_count": 300, "linkedin_id": null,
                  "location": null, "name": null, "organization": null, "permanent_id": 1,
                  "profile_image_url": "https://example.com/1.png", "team_only": false,
                  "twitter_screen_name": null, "website_url": null}}
        """

    @Test func `An article of the API is decoded, with nulls and unknown keys`() throws {
        let article = try JSONDecoder().decode(Article.self, from: Data(Self.json.utf8))
        #expect(
            article
                == Article(
                    id: "c686397e4a0f4f11683d",
                    isPrivate: true,
                    title: "例",
                    body: "# 見出し",
                    renderedBody: "<h1>見出し</h1>",
                    url: "https://example.com/items/c6",
                    tags: [Tag(name: "Swift", versions: ["6.3", "6.2"])],
                    user: User(
                        permanentId: 1,
                        id: "hanako",
                        profileImageUrl: "https://example.com/1.png",
                        itemsCount: 300,
                        followeesCount: 100,
                        followersCount: 200
                    ),
                    coEditing: true,
                    createdAt: "2026-03-01T09:30:00+09:00",
                    updatedAt: "2026-03-04T10:00:00+09:00"
                )
        )
    }

    @Test func `An article is encoded with the API's keys`() throws {
        let data = try JSONEncoder().encode(Article.sample("a"))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            object.keys.sorted() == [
                "body", "coediting", "created_at", "id", "private", "rendered_body", "tags", "title", "updated_at",
                "url", "user",
            ]
        )
        let user = try #require(object["user"] as? [String: Any])
        #expect(
            user.keys.sorted() == [
                "description", "followees_count", "followers_count", "github_login_name", "id", "items_count",
                "location", "name", "permanent_id", "profile_image_url",
            ]
        )
    }

    @Test func `Articles with the same id but another title differ`() {
        #expect(Article.sample("a") != Article.sample("a", title: "changed"))
    }

    @Test(arguments: ["id", "title", "tags", "user", "private"])
    func `An article without a required key is refused`(key: String) throws {
        let json = Self.json.replacing("\"\(key)\":", with: "\"other\":")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Article.self, from: Data(json.utf8)) }
    }
}
