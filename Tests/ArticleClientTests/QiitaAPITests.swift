import ArticleClient
import Foundation
import Testing

@Suite struct QiitaAPITests {
    @Test func `A request has the token, and its response is decoded`() async throws {
        let token = try #require(BearerToken("abc"))
        let client = CannedClient { request throws(ArticleClientError) in
            guard request.token == token, request.url.absoluteString == "https://qiita.com/api/v2/items/a" else {
                throw .timedOut
            }
            return HTTPResponse(status: 200, body: (try? JSONEncoder().encode(Article.sample("a"))) ?? Data())
        }
        let api = QiitaAPI(client: client, configuration: try QiitaConfiguration(token: token))
        #expect(try await api.item("a") == .sample("a"))
    }

    @Test(arguments: 400...404)
    func `An error body is kept with its status`(status: Int) async throws {
        let api = try api(answering: status, #"{"message": "No", "type": "no"}"#)
        await #expect(
            throws: ArticleClientError.refused(status: status, RequestFailure(message: "No", type: "no"))
        ) { try await api.items(page: 1) }
    }

    @Test(arguments: [
        (400, "<html>"), (404, "{}"), (405, #"{"message": "No", "type": "no"}"#), (500, ""), (302, ""), (199, "[]"),
    ])
    func `Another status, or one without a readable body, is kept alone`(status: Int, body: String) async throws {
        let api = try api(answering: status, body)
        await #expect(throws: ArticleClientError.unexpectedStatus(status)) { try await api.items(ofUser: "u", page: 1) }
    }

    @Test(arguments: ["", "[{]", "{}", "null", "[{\"id\": \"a\"}]"])
    func `An unexpected response is unreadable`(body: String) async throws {
        let api = try api(answering: 200, body)
        await #expect(throws: ArticleClientError.unreadableAnswer) { try await api.stockers(ofItem: "a") }
    }

    @Test(arguments: [
        (204, "", true), (404, #"{"message": "Not found", "type": "not_found"}"#, false), (404, "", false),
    ])
    func `The status of the stock is a Boolean`(status: Int, body: String, expected: Bool) async throws {
        let api = try api(answering: status, body)
        #expect(try await api.isStocked(item: "a") == expected)
    }

    @Test func `A failed stocking has the reason of the API`() async throws {
        let api = try api(answering: 401, #"{"message": "Unauthorized", "type": "unauthorized"}"#)
        let expected = ArticleClientError.refused(
            status: 401,
            RequestFailure(message: "Unauthorized", type: "unauthorized")
        )
        await #expect(throws: expected) { try await api.stock(item: "a") }
        await #expect(throws: expected) { try await api.unstock(item: "a") }
        await #expect(throws: expected) { try await api.isStocked(item: "a") }
    }

    @Test func `The repository turns every error into a result`() async throws {
        let repository = QiitaArticleRepository(api: try api(answering: 500, ""))
        let failure = RequestFailure(message: RequestFailure.genericMessage(in: .japanese), type: "http_500")
        #expect(await repository.articles(page: 1) == .failure(failure))
        #expect(await repository.articles(ofUser: "u", page: 1) == .failure(failure))
        #expect(await repository.article("a") == .failure(failure))
        #expect(await repository.stockers(ofArticle: "a") == .failure(failure))
        #expect(await repository.isStocked(article: "a") == .failure(failure))
        #expect(await repository.setStocked(true, article: "a") == .failure(failure))
    }

    @Test func `The repository stocks with PUT and unstocks with DELETE`() async throws {
        let client = CannedClient { request throws(ArticleClientError) in
            HTTPResponse(status: request.method == .put ? 204 : 500, body: Data())
        }
        let api = QiitaAPI(client: client, configuration: try QiitaConfiguration())
        let repository = QiitaArticleRepository(api: api)
        #expect(await repository.setStocked(true, article: "a") == .success(true))
        #expect(await repository.setStocked(false, article: "a") != .success(false))
    }

    private func api(answering status: Int, _ body: String) throws -> QiitaAPI {
        let client = CannedClient { _ in HTTPResponse(status: status, body: Data(body.utf8)) }
        return QiitaAPI(client: client, configuration: try QiitaConfiguration())
    }
}

struct CannedClient: HTTPClient {
    let answer: @Sendable (HTTPRequest) throws(ArticleClientError) -> HTTPResponse

    func send(_ request: HTTPRequest) async throws(ArticleClientError) -> HTTPResponse {
        try answer(request)
    }
}
