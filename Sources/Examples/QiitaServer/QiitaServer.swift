import ArticleClient
import Foundation

/// A server on the loopback address with the API of Qiita v2, with the articles of `QiitaFixtures`.
///
/// Each server has separate stocks, failures and logs.
package struct QiitaServer: Sendable {
    /// The URL of the server, without a path, such as `http://127.0.0.1:49152`.
    package let baseURL: URL
    let state: ServerState

    /// The token that the `Authorization: Bearer` header of a request must contain.
    package static let token = "local-token"
    /// The id of the user whom the token authorizes, and who stocks articles.
    package static let userID = "sora_reader"

    /// The requests received so far, oldest first, including failed ones.
    package var requests: [ReceivedRequest] {
        get async { await state.requests }
    }

    /// Adds a failure for later requests. If several failures match a request, the one added first is used.
    package func add(_ failure: Failure) async {
        await state.add(failure)
    }

    /// Returns the ids of the users who have stocked an article, latest first; empty for an unknown article.
    package func stockers(of articleID: String) async -> [String] {
        await state.stockers(of: articleID)
    }
}

extension QiitaServer {
    /// Returns the articles of the fixtures as the client decodes them, for use without a server.
    ///
    /// - Throws: `QiitaServerError.malformedFixture`.
    package static func articles(in language: Language = .japanese) throws -> [Article] {
        let catalog = try Catalog.embedded(in: language)
        return try catalog.articleIDs.compactMap { id in
            try catalog.articles[id].map { try JSONDecoder().decode(Article.self, from: $0) }
        }
    }
}

/// The reason why a server could not start.
package enum QiitaServerError: Error, Equatable {
    /// An embedded file is malformed.
    case malformedFixture(file: String)
}
