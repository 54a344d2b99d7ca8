import ArticleClient
import Foundation
import QiitaServer
import Testing

@Suite struct StockTests {
    private let files = FixtureFiles()

    @Test func `An article that the user stocked before starts as stocked`() async throws {
        let id = try #require(try files.stockersByArticle().first { $0.value.contains("sora_reader") }?.key)
        try await QiitaServer.run { server in
            try await #expect(server.send("GET", "/api/v2/items/\(id)/stock").status == 204)
        }
    }

    @Test func `The latest stocker comes first and can leave again`() async throws {
        let (id, before) = try #require(
            try files.stockersByArticle().first { 2..<100 ~= $0.value.count && !$0.value.contains("sora_reader") }
        )
        try await QiitaServer.run { server in
            _ = try await server.send("PUT", "/api/v2/items/\(id)/stock")
            let reply = try await server.send("GET", "/api/v2/items/\(id)/stockers?per_page=100")
            #expect(try reply.decoded([User].self).map(\.id) == ["sora_reader"] + before)
            _ = try await server.send("DELETE", "/api/v2/items/\(id)/stock")
            #expect(await server.stockers(of: id) == before)
        }
    }

    @Test func `A list of a hundred and twenty stockers is cut at a hundred`() async throws {
        let id = try #require(try files.stockersByArticle().first { $0.value.count == 120 }?.key)
        try await QiitaServer.run { server in
            let first = try await server.send("GET", "/api/v2/items/\(id)/stockers?per_page=100")
            let second = try await server.send("GET", "/api/v2/items/\(id)/stockers?page=2&per_page=100")
            #expect(first.headers["total-count"] == "120")
            let ids = try (first.decoded([User].self) + second.decoded([User].self)).map(\.id)
            #expect(try first.decoded([User].self).count == 100)
            #expect(try ids == files.stockersByArticle()[id])
        }
    }

    @Test func `Two servers do not share their stocks`() async throws {
        let id = try #require(try files.stockersByArticle().first { $0.value.isEmpty }?.key)
        try await QiitaServer.run { one in
            try await QiitaServer.run { other in
                #expect(one.baseURL != other.baseURL)
                _ = try await one.send("PUT", "/api/v2/items/\(id)/stock")
                #expect(await one.stockers(of: id) == ["sora_reader"])
                #expect(await other.stockers(of: id).isEmpty)
            }
        }
    }
}
