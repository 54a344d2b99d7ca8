import ArticleClient
import Foundation
import QiitaServer
import Testing

@Suite struct EndpointTests {
    private let files = FixtureFiles()

    @Test func `The article list has pages of twenty, then a short one and an empty one`() async throws {
        try await QiitaServer.run { server in
            var ids: [String] = []
            for (page, count) in [(1, 20), (2, 20), (3, 20), (4, 15), (5, 0)] {
                let reply = try await server.send("GET", "/api/v2/items?page=\(page)")
                let articles = try reply.decoded([Article].self)
                #expect(articles.count == count)
                #expect(reply.headers["total-count"] == "75")
                ids += articles.map(\.id)
            }
            #expect(try ids == files.articles().map(\.id))
        }
    }

    @Test(arguments: [("mizuiro_dev", [20, 20, 2, 0]), ("akane_sqlite", [20, 0]), ("sora_reader", [0])])
    func `A user's list has only the user's articles`(id: String, counts: [Int]) async throws {
        try await QiitaServer.run { server in
            for (page, count) in zip(1..., counts) {
                let reply = try await server.send("GET", "/api/v2/users/\(id)/items?page=\(page)&per_page=20")
                let articles = try reply.decoded([Article].self)
                #expect(articles.count == count)
                #expect(articles.allSatisfy { $0.user.id == id })
                #expect(reply.headers["total-count"] == String(counts.reduce(0, +)))
            }
        }
    }

    @Test(arguments: [
        ("page=1", "first=1 next=2 last=4"), ("page=2", "first=1 prev=1 next=3 last=4"),
        ("page=4", "first=1 prev=3 last=4"), ("per_page=100", "first=1 last=1"),
    ])
    func `The Link header names the existing pages`(query: String, expected: String) async throws {
        try await QiitaServer.run { server in
            let reply = try await server.send("GET", "/api/v2/items?\(query)")
            let size = query.hasPrefix("per_page") ? 100 : 20
            let links = expected.split(separator: " ").map { link in
                let parts = link.split(separator: "=")
                return "<\(server.baseURL)/api/v2/items?page=\(parts[1])&per_page=\(size)>; rel=\"\(parts[0])\""
            }
            #expect(reply.headers["link"] == links.joined(separator: ", "))
        }
    }

    @Test(arguments: ["page=0", "page=101", "page=-1", "page=two", "per_page=0", "per_page=101", "page="])
    func `A page out of range is a bad request`(query: String) async throws {
        try await QiitaServer.run { server in
            for path in ["/api/v2/items", "/api/v2/users/mizuiro_dev/items"] {
                let reply = try await server.send("GET", "\(path)?\(query)")
                #expect(reply.status == 400)
                #expect(try reply.decoded() == RequestFailure(message: "Bad request", type: "bad_request"))
            }
        }
    }

    @Test func `Page 100 of 100 is allowed, and empty`() async throws {
        try await QiitaServer.run { server in
            let reply = try await server.send("GET", "/api/v2/items?page=100&per_page=100")
            #expect(reply.status == 200)
            #expect(reply.body == Data("[]".utf8))
        }
    }

    @Test func `Every article has exactly the bytes of the file`() async throws {
        try await QiitaServer.run { server in
            for article in try files.articles() {
                let reply = try await server.send("GET", "/api/v2/items/\(article.id)")
                #expect(reply.status == 200)
                #expect(reply.headers["content-type"] == "application/json; charset=utf-8")
                #expect(files.items.range(of: reply.body) != nil)
                let received = try reply.decoded(Article.self)
                // Strings are equal if they are canonically equivalent; the comparison of bytes is stricter.
                #expect(Array(received.body.utf8) == Array(article.body.utf8))
                #expect(Array(received.title.utf8) == Array(article.title.utf8))
                #expect(received == article)
            }
        }
    }

    @Test(arguments: [
        ("GET", "/api/v2/items/ffffffffffffffffffff"), ("GET", "/api/v2/items/ffffffffffffffffffff/stockers"),
        ("GET", "/api/v2/items/ffffffffffffffffffff/stock"), ("PUT", "/api/v2/items/ffffffffffffffffffff/stock"),
        ("DELETE", "/api/v2/items/ffffffffffffffffffff/stock"), ("GET", "/api/v2/users/nobody_here/items"),
        ("GET", "/api/v2/users/%E3%81%82/items"), ("GET", "/api/v2/nothing"), ("GET", "/"), ("POST", "/api/v2/items"),
        ("GET", "/api/v1/items"),
    ])
    func `An unknown resource is not found`(method: String, path: String) async throws {
        try await QiitaServer.run { server in
            let reply = try await server.send(method, path)
            #expect(reply.status == 404)
            #expect(try reply.decoded() == RequestFailure(message: "Not found", type: "not_found"))
        }
    }
}
