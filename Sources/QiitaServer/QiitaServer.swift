#if os(macOS) || os(Linux)

import ArticleClient
import Foundation

/// A server on the loopback address in the shape of Qiita API v2, over the articles of `Fixtures/qiita`.
///
/// Each server has its own stocks, failures and log: two never see one another.
package struct QiitaServer: Sendable {
    /// Where it listens, such as `http://127.0.0.1:49152`, without a path.
    package let baseURL: URL
    /// The token that a request's `Authorization: Bearer` header must carry.
    package let token: String
    /// The id of the user whose token it is.
    package let userID: String

    private let state: ServerState

    init(baseURL: URL, options: Options, state: ServerState) {
        self.baseURL = baseURL
        self.token = options.token
        self.userID = options.userID
        self.state = state
    }

    /// The requests that arrived until now, the oldest first, failed ones included.
    package var requests: [ReceivedRequest] {
        get async { await state.requests }
    }

    /// Makes requests fail from now on; of several failures that fit a request, the one added first is used.
    package func add(_ failure: Failure) async {
        await state.add(failure)
    }

    /// Removes every failure; a request that is stalled already stays so.
    package func removeFailures() async {
        await state.removeFailures()
    }

    /// The ids of the users who stock an article, the latest first; none for an article that does not exist.
    package func stockers(of articleID: String) async -> [String] {
        await state.stockers(of: articleID)
    }
}

#endif
