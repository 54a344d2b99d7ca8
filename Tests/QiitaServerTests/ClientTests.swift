import ArticleClient
import Foundation
import QiitaServer
import Testing

/// The client, from the repository down to `URLSession` or NIO, with the server.
@Suite struct ClientTests {
    private let files = FixtureFiles()

    @Test(arguments: QiitaServer.Transport.allCases)
    func `The repository pages through all articles, down to the empty page`(transport: QiitaServer.Transport)
        async throws
    {
        try await QiitaServer.run { server in
            let repository = try server.repository(transport)
            var articles: [Article] = []
            for page in 1...5 {
                articles += try await repository.articles(page: page).value
            }
            #expect(try articles == files.articles())
            #expect(try await repository.articles(page: 5).value.isEmpty)
            #expect(await server.requests.first?.description == "GET /api/v2/items?page=1&per_page=20")
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases, [("mizuiro_dev", 42), ("akane_sqlite", 20)])
    func `The repository pages through a user's articles`(
        transport: QiitaServer.Transport,
        user: (id: String, count: Int)
    ) async throws {
        try await QiitaServer.run { server in
            let repository = try server.repository(transport)
            var articles: [Article] = []
            for page in 1...(user.count / 20 + 2) {
                articles += try await repository.articles(ofUser: user.id, page: page).value
            }
            #expect(try articles == files.articles().filter { $0.user.id == user.id })
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `Every article is received byte for byte`(transport: QiitaServer.Transport) async throws {
        try await QiitaServer.run { server in
            let repository = try server.repository(transport)
            for article in try files.articles() {
                let received = try await repository.article(article.id).value
                #expect(received == article)
                // Strings are equal if they are canonically equivalent; the comparison of bytes is stricter.
                #expect(Array(received.body.utf8) == Array(article.body.utf8))
                #expect(Array(received.renderedBody.utf8) == Array(article.renderedBody.utf8))
            }
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `The repository requests at most a hundred stockers`(transport: QiitaServer.Transport) async throws {
        let (id, all) = try #require(try files.stockersByArticle().first { $0.value.count == 120 })
        try await QiitaServer.run { server in
            let stockers = try await server.repository(transport).stockers(ofArticle: id).value
            #expect(stockers.map(\.id) == Array(all.prefix(100)))
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `The repository stocks and unstocks, and reports if that was already so`(transport: QiitaServer.Transport)
        async throws
    {
        let id = try #require(try files.stockersByArticle().first { $0.value.isEmpty }?.key)
        try await QiitaServer.run { server in
            let repository = try server.repository(transport)
            #expect(await repository.isStocked(article: id) == .success(false))
            #expect(await repository.setStocked(true, article: id) == .success(true))
            #expect(await repository.isStocked(article: id) == .success(true))
            #expect(await server.stockers(of: id) == [server.userID])
            let again = await repository.setStocked(true, article: id)
            #expect(again == .failure(RequestFailure(message: "Already stocked", type: "already_stocked")))
            #expect(await repository.setStocked(false, article: id) == .success(false))
            #expect(await repository.isStocked(article: id) == .success(false))
            let twice = await repository.setStocked(false, article: id)
            #expect(twice == .failure(RequestFailure(message: "Not found", type: "not_found")))
            #expect(await server.stockers(of: id).isEmpty)
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases, [nil, "wrong"])
    func `Without the right token, the API reports that the client is unauthorized`(
        transport: QiitaServer.Transport,
        token: String?
    ) async throws {
        try await QiitaServer.run { server in
            let api = try server.api(transport, token: token)
            await #expect(
                throws: ArticleClientError.refused(
                    status: 401,
                    APIErrorBody(message: "Unauthorized", type: "unauthorized")
                )
            ) { try await api.items(page: 1) }
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `A page that the server refuses is a bad request`(transport: QiitaServer.Transport) async throws {
        try await QiitaServer.run { server in
            let api = try server.api(transport, token: server.token)
            await #expect(
                throws: ArticleClientError.refused(
                    status: 400,
                    APIErrorBody(message: "Bad request", type: "bad_request")
                )
            ) { try await api.items(page: 101) }
        }
    }

    @Test(
        arguments: QiitaServer.Transport.allCases,
        ["ffffffffffffffffffff", "無い記事", "a/b", "a?b#c", "%E3%81%82", "👨‍👩‍👧‍👦"]
    )
    func `An unknown id is not found, and stays one segment of the path`(
        transport: QiitaServer.Transport,
        id: String
    ) async throws {
        try await QiitaServer.run { server in
            let repository = try server.repository(transport)
            let notFound = RequestFailure(message: "Not found", type: "not_found")
            #expect(await repository.article(id) == .failure(notFound))
            #expect(await repository.stockers(ofArticle: id) == .failure(notFound))
            #expect(await repository.articles(ofUser: id, page: 1) == .failure(notFound))
            let paths = await server.requests.map { $0.path.split(separator: "/").count }
            #expect(paths == [4, 5, 5])
        }
    }

    @Test(
        arguments: QiitaServer.Transport.allCases,
        [
            (
                Failure.Effect.status(403, APIErrorBody(message: "Forbidden", type: "forbidden")),
                ArticleClientError.refused(status: 403, APIErrorBody(message: "Forbidden", type: "forbidden"))
            ),
            (.status(404, nil), .unexpectedStatus(404)),
            (
                .status(500, APIErrorBody(message: "Internal server error", type: "internal_server_error")),
                .unexpectedStatus(500)
            ),
            (.status(503, nil), .unexpectedStatus(503)),
            (.brokenJSON, .unreadableAnswer),
        ]
    )
    func `A failure is mapped to the client's error`(
        transport: QiitaServer.Transport,
        failure: (effect: Failure.Effect, error: ArticleClientError)
    ) async throws {
        try await QiitaServer.run(.init(failures: [Failure(failure.effect, on: .nth(2))])) { server in
            let api = try server.api(transport, token: server.token)
            #expect(try await api.items(page: 1).count == 20)
            await #expect(throws: failure.error) { try await api.items(page: 2) }
            #expect(try await api.items(page: 2).count == 20)
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `A failure without an explanation has the generic message`(transport: QiitaServer.Transport)
        async throws
    {
        let failure = Failure(.status(500, APIErrorBody(message: "secret detail", type: "internal_server_error")))
        try await QiitaServer.run(.init(failures: [failure])) { server in
            let result = try await server.repository(transport).articles(page: 1)
            let expected = RequestFailure(message: RequestFailure.genericMessage, type: "http_500")
            #expect(result == .failure(expected))
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `A closed connection is an unreachable server`(transport: QiitaServer.Transport) async throws {
        try await QiitaServer.run(.init(failures: [Failure(.closeConnection)])) { server in
            let result = try await server.repository(transport).setStocked(true, article: "ffffffffffffffffffff")
            #expect(result == .failure(RequestFailure(.unreachable(.networkConnectionLost))))
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `A kept-alive connection that closes is a failure, too`(transport: QiitaServer.Transport)
        async throws
    {
        try await QiitaServer.run(.init(failures: [Failure(.closeConnection, on: .nth(2))])) { server in
            let repository = try server.repository(transport)
            #expect(try await repository.articles(page: 1).value.count == 20)
            let result = await repository.articles(page: 2)
            #expect(result == .failure(RequestFailure(.unreachable(.networkConnectionLost))))
            #expect(await server.requests.count == 2)
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `A server that does not answer times out`(transport: QiitaServer.Transport) async throws {
        try await QiitaServer.run(.init(failures: [Failure(.stall)])) { server in
            let api = try server.api(transport, token: server.token, timeout: 1)
            await #expect(throws: ArticleClientError.timedOut) { try await api.items(page: 1) }
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `A canceled request reports cancellation, not a failure`(transport: QiitaServer.Transport) async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let failure = Failure(.stall) { _ in
            arrival.yield()
            return true
        }
        try await QiitaServer.run(.init(failures: [failure])) { server in
            let api = try server.api(transport, token: server.token, timeout: 600)
            let task = Task { try await api.items(page: 1) }
            _ = await arrivals.first { _ in true }
            task.cancel()
            await #expect(throws: ArticleClientError.cancelled) { try await task.value }
        }
    }

    @Test(arguments: QiitaServer.Transport.allCases)
    func `A server that has ended refuses the connection`(transport: QiitaServer.Transport) async throws {
        let api = try await QiitaServer.run { server in try server.api(transport, token: server.token) }
        await #expect(throws: ArticleClientError.unreachable(.cannotConnectToHost)) { try await api.items(page: 1) }
    }
}
