import Testing

@testable import QiitaServer

@Suite struct RouteTests {
    @Test func `A segment is decoded after the path is split`() {
        #expect(Route(path: "/api/v2/items/%E3%81%82%2F") == .article(id: "あ/"))
        #expect(Route(path: "/api/v2/users/a%20b/items") == .articlesOfUser(id: "a b"))
    }
}
