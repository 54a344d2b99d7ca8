import ArticleClient
import Foundation
import QiitaServer

extension QiitaServer {
    /// The client's API, pointed at this server.
    func api(token: String?, timeout: TimeInterval = 600) throws -> HTTPQiitaAPI {
        let configuration = try QiitaConfiguration(
            baseURL: baseURL.absoluteString,
            token: token.flatMap(BearerToken.init),
            timeout: timeout
        )
        return HTTPQiitaAPI(client: URLSessionHTTPClient(timeout: timeout), configuration: configuration)
    }

    /// The client's repository, pointed at this server with the right token.
    func repository() throws -> QiitaArticleRepository {
        QiitaArticleRepository(api: try api(token: token))
    }
}

extension RequestResult {
    /// The answer; throws the failure when there is none.
    var value: Value {
        get throws {
            switch self {
            case .success(let value): return value
            case .failure(let failure): throw failure
            }
        }
    }
}
