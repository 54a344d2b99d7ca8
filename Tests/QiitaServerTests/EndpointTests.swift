import ArticleClient
import Foundation
import QiitaServer
import Testing

@Suite struct EndpointTests {
    private let files = FixtureFiles()

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
