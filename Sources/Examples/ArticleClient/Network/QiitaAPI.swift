import Foundation

/// The operations of Qiita API v2 that the client uses, over HTTP. All throw ``ArticleClientError``.
package struct QiitaAPI: Sendable {
    private let client: any HTTPClient
    private let configuration: QiitaConfiguration

    /// Creates the API of the server in a configuration.
    package init(client: any HTTPClient, configuration: QiitaConfiguration) {
        self.client = client
        self.configuration = configuration
    }

    /// Returns a page of all articles, newest first. Pages count from 1.
    package func items(page: Int) async throws(ArticleClientError) -> [Article] {
        try await decoded(.items(page: page))
    }

    /// Returns a page of articles by one user, newest first. Pages count from 1.
    package func items(ofUser userId: String, page: Int) async throws(ArticleClientError) -> [Article] {
        try await decoded(.items(ofUser: userId, page: page))
    }

    /// Returns one article.
    package func item(_ id: String) async throws(ArticleClientError) -> Article {
        try await decoded(.item(id))
    }

    /// Returns the users who stocked an article, at most the latest hundred.
    package func stockers(ofItem id: String) async throws(ArticleClientError) -> [User] {
        try await decoded(.stockers(ofItem: id))
    }

    /// Returns true if the token's owner has stocked an article.
    package func isStocked(item id: String) async throws(ArticleClientError) -> Bool {
        do {
            _ = try await answer(to: .stock(.get, item: id))
            return true
        } catch .refused(status: 404, _), .unexpectedStatus(404) {
            return false
        }
    }

    /// Stocks an article.
    package func stock(item id: String) async throws(ArticleClientError) {
        _ = try await answer(to: .stock(.put, item: id))
    }

    /// Unstocks an article.
    package func unstock(item id: String) async throws(ArticleClientError) {
        _ = try await answer(to: .stock(.delete, item: id))
    }

    private func decoded<Answer: Decodable>(_ endpoint: Endpoint) async throws(ArticleClientError) -> Answer {
        let body = try await answer(to: endpoint)
        do {
            return try JSONDecoder().decode(Answer.self, from: body)
        } catch {
            throw .unreadableAnswer
        }
    }

    private func answer(to endpoint: Endpoint) async throws(ArticleClientError) -> Data {
        let url = try endpoint.url(on: configuration.baseURL)
        let request = HTTPRequest(method: endpoint.method, url: url, token: configuration.token)
        let response = try await client.send(request)
        switch response.status {
        case 200..<300:
            return response.body
        case 400...404:
            guard let body = try? JSONDecoder().decode(RequestFailure.self, from: response.body) else {
                throw .unexpectedStatus(response.status)
            }
            throw .refused(status: response.status, body)
        default:
            throw .unexpectedStatus(response.status)
        }
    }
}
