@testable import ArticleClient
import Foundation
import Testing

@Suite struct AppStateTests {
    @Test(arguments: [AppState(), AppReducerTests.before])
    func `A state can be encoded and decoded`(state: AppState) throws {
        let data = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(AppState.self, from: data) == state)
    }

    @Test func `The JSON has the six slices, and the screens by name`() throws {
        let data = try JSONEncoder().encode(AppReducerTests.before)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            object.keys.sorted() == [
                "articleDetail", "home", "loading", "navigation", "userArticleDetail", "userArticleList",
            ]
        )
        #expect(object["navigation"] as? [String: [String]] == ["stack": ["home", "article"]])
    }
}
