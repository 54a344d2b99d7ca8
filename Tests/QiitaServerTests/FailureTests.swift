import ArticleClient
import QiitaServer
import Testing

@Suite struct FailureTests {
    private let busy = RequestFailure(message: "Internal server error", type: "internal_server_error")

    @Test(arguments: [
        (Failure.Occurrence.every, [500, 500, 500, 500]), (.nth(2), [200, 500, 200, 200]),
    ])
    func `A failure affects only the matching requests`(occurrence: Failure.Occurrence, statuses: [Int]) async throws {
        let failure = Failure(.status(500, busy), on: occurrence, method: "GET", path: "/api/v2/items")
        try await QiitaServer.run(failures: [failure]) { server in
            for status in statuses {
                let reply = try await server.send("GET", "/api/v2/items?per_page=1")
                #expect(reply.status == status)
                if status == 500 { #expect(try reply.decoded() == busy) }
                try await #expect(server.send("GET", "/api/v2/users/mizuiro_dev/items?per_page=1").status == 200)
            }
        }
    }

    @Test(arguments: [
        ("/api/v2/items/:id/stock", nil, true), ("/api/v2/items/:id/stock", "PUT", true),
        ("/api/v2/items/:id/stock", "GET", false), ("/api/v2/items/:id", "PUT", false),
        ("/api/v2/items/:id/stockers", "PUT", false), ("/:a/:b/:c/:d/:e", nil, true),
    ])
    func `A pattern matches a path segment by segment`(pattern: String, method: String?, fits: Bool) async throws {
        try await QiitaServer.run { server in
            await server.add(Failure(.status(418, nil), method: method, path: pattern))
            let reply = try await server.send("PUT", "/api/v2/items/ffffffffffffffffffff/stock")
            #expect(reply.status == (fits ? 418 : 404))
        }
    }

    @Test func `Failures can be added while the server runs`() async throws {
        try await QiitaServer.run { server in
            try await #expect(server.send("GET", "/api/v2/items?page=2").status == 200)
            await server.add(Failure(.status(503, nil)) { $0.query == "page=2" })
            await server.add(Failure(.status(500, nil)))
            try await #expect(server.send("GET", "/api/v2/items?page=2").status == 503)
            try await #expect(server.send("GET", "/api/v2/items?page=1").status == 500)
        }
    }
}
