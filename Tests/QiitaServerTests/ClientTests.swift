import ArticleClient
import Foundation
import QiitaServer
import Testing

/// The client, from the repository down to NIO, with the server.
@Suite struct ClientTests {
    private let files = FixtureFiles()

    @Test func `The repository pages through all articles, down to the empty page`() async throws {
        try await QiitaServer.run { server in
            let repository = try server.repository()
            var articles: [Article] = []
            for page in 1...5 {
                articles += try await repository.articles(page: page).value
            }
            #expect(try articles == files.articles())
            #expect(try await repository.articles(page: 5).value.isEmpty)
            #expect(await server.requests.first?.description == "GET /api/v2/items?page=1&per_page=20")
        }
    }

    @Test(arguments: [("mizuiro_dev", 42), ("akane_sqlite", 20)])
    func `The repository pages through a user's articles`(
        user: (id: String, count: Int)
    ) async throws {
        try await QiitaServer.run { server in
            let repository = try server.repository()
            var articles: [Article] = []
            for page in 1...(user.count / 20 + 2) {
                articles += try await repository.articles(ofUser: user.id, page: page).value
            }
            #expect(try articles == files.articles().filter { $0.user.id == user.id })
        }
    }

    @Test func `Every article is received byte for byte`() async throws {
        try await QiitaServer.run { server in
            let repository = try server.repository()
            for article in try files.articles() {
                let received = try await repository.article(article.id).value
                #expect(received == article)
                // Strings are equal if they are canonically equivalent; the comparison of bytes is stricter.
                #expect(Array(received.body.utf8) == Array(article.body.utf8))
                #expect(Array(received.renderedBody.utf8) == Array(article.renderedBody.utf8))
            }
        }
    }

    @Test func `The repository requests at most a hundred stockers`() async throws {
        let (id, all) = try #require(try files.stockersByArticle().first { $0.value.count == 120 })
        try await QiitaServer.run { server in
            let stockers = try await server.repository().stockers(ofArticle: id).value
            #expect(stockers.map(\.id) == Array(all.prefix(100)))
        }
    }

    @Test func `The repository stocks and unstocks, and reports if that was already so`() async throws {
        let id = try #require(try files.stockersByArticle().first { $0.value.isEmpty }?.key)
        try await QiitaServer.run { server in
            let repository = try server.repository()
            #expect(await repository.isStocked(article: id) == .success(false))
            #expect(await repository.setStocked(true, article: id) == .success(true))
            #expect(await repository.isStocked(article: id) == .success(true))
            #expect(await server.stockers(of: id) == [QiitaServer.userID])
            let again = await repository.setStocked(true, article: id)
            #expect(again == .failure(RequestFailure(message: "Already stocked", type: "already_stocked")))
            #expect(await repository.setStocked(false, article: id) == .success(false))
            #expect(await repository.isStocked(article: id) == .success(false))
            let twice = await repository.setStocked(false, article: id)
            #expect(twice == .failure(RequestFailure(message: "Not found", type: "not_found")))
            #expect(await server.stockers(of: id).isEmpty)
        }
    }

    @Test(arguments: [nil, "wrong"])
    func `Without the right token, the API reports that the client is unauthorized`(
        token: String?
    ) async throws {
        try await QiitaServer.run { server in
            let api = try server.api(token: token)
            await #expect(
                throws: ArticleClientError.refused(
                    status: 401,
                    RequestFailure(message: "Unauthorized", type: "unauthorized")
                )
            ) { try await api.items(page: 1) }
        }
    }

    @Test func `A page that the server refuses is a bad request`() async throws {
        try await QiitaServer.run { server in
            let api = try server.api(token: QiitaServer.token)
            await #expect(
                throws: ArticleClientError.refused(
                    status: 400,
                    RequestFailure(message: "Bad request", type: "bad_request")
                )
            ) { try await api.items(page: 101) }
        }
    }

    @Test(
        arguments: ["ffffffffffffffffffff", "無い記事", "a/b", "a?b#c", "%E3%81%82", "👨‍👩‍👧‍👦"]
    )
    func `An unknown id is not found, and stays one segment of the path`(
        id: String
    ) async throws {
        try await QiitaServer.run { server in
            let repository = try server.repository()
            let notFound = RequestFailure(message: "Not found", type: "not_found")
            #expect(await repository.article(id) == .failure(notFound))
            #expect(await repository.stockers(ofArticle: id) == .failure(notFound))
            #expect(await repository.articles(ofUser: id, page: 1) == .failure(notFound))
            let paths = await server.requests.map { $0.path.split(separator: "/").count }
            #expect(paths == [4, 5, 5])
        }
    }

    @Test(
        arguments: [
            (
                Failure.Effect.status(403, RequestFailure(message: "Forbidden", type: "forbidden")),
                ArticleClientError.refused(status: 403, RequestFailure(message: "Forbidden", type: "forbidden"))
            ),
            (.status(404, nil), .unexpectedStatus(404)),
            (
                .status(500, RequestFailure(message: "Internal server error", type: "internal_server_error")),
                .unexpectedStatus(500)
            ),
            (.status(503, nil), .unexpectedStatus(503)),
            (.brokenJSON, .unreadableAnswer),
        ]
    )
    func `A failure is mapped to the client's error`(
        failure: (effect: Failure.Effect, error: ArticleClientError)
    ) async throws {
        try await QiitaServer.run(failures: [Failure(failure.effect, on: .nth(2))]) { server in
            let api = try server.api(token: QiitaServer.token)
            #expect(try await api.items(page: 1).count == 20)
            await #expect(throws: failure.error) { try await api.items(page: 2) }
            #expect(try await api.items(page: 2).count == 20)
        }
    }

    @Test func `A failure without an explanation has the generic message`() async throws {
        let failure = Failure(.status(500, RequestFailure(message: "secret detail", type: "internal_server_error")))
        try await QiitaServer.run(failures: [failure]) { server in
            let result = try await server.repository().articles(page: 1)
            let expected = RequestFailure(message: RequestFailure.genericMessage(in: .japanese), type: "http_500")
            #expect(result == .failure(expected))
        }
    }

    @Test func `A closed connection is an unreachable server`() async throws {
        try await QiitaServer.run(failures: [Failure(.closeConnection)]) { server in
            let result = try await server.repository().setStocked(true, article: "ffffffffffffffffffff")
            #expect(result == .failure(RequestFailure(.unreachable(.networkConnectionLost), in: .japanese)))
        }
    }

    @Test func `A kept-alive connection that closes is a failure, too`() async throws {
        try await QiitaServer.run(failures: [Failure(.closeConnection, on: .nth(2))]) { server in
            let repository = try server.repository()
            #expect(try await repository.articles(page: 1).value.count == 20)
            let result = await repository.articles(page: 2)
            #expect(result == .failure(RequestFailure(.unreachable(.networkConnectionLost), in: .japanese)))
            #expect(await server.requests.count == 2)
        }
    }

    @Test func `A server that does not answer times out`() async throws {
        try await QiitaServer.run(failures: [Failure(.stall)]) { server in
            let api = try server.api(token: QiitaServer.token, timeout: 1)
            await #expect(throws: ArticleClientError.timedOut) { try await api.items(page: 1) }
        }
    }

    @Test func `A canceled request reports cancellation, not a failure`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let failure = Failure(.stall) { _ in
            arrival.yield()
            return true
        }
        try await QiitaServer.run(failures: [failure]) { server in
            let api = try server.api(token: QiitaServer.token, timeout: 600)
            let task = Task { try await api.items(page: 1) }
            _ = await arrivals.first { _ in true }
            task.cancel()
            await #expect(throws: ArticleClientError.cancelled) { try await task.value }
        }
    }

    @Test func `A server that has ended refuses the connection`() async throws {
        let api = try await QiitaServer.run { server in try server.api(token: QiitaServer.token) }
        await #expect(throws: ArticleClientError.unreachable(.cannotConnectToHost)) { try await api.items(page: 1) }
    }
}
