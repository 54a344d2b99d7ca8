import ArticleClient
import Foundation
import QiitaServer

extension QiitaServer {
    /// Returns the client's API for this server.
    func api(token: String?, timeout: TimeInterval = 600) throws -> QiitaAPI {
        let configuration = try QiitaConfiguration(
            baseURL: baseURL.absoluteString,
            token: token.flatMap(BearerToken.init),
            timeout: timeout
        )
        return QiitaAPI(client: QiitaServerClient(timeout: timeout), configuration: configuration)
    }

    /// Returns the client's repository for this server, with the right token.
    func repository() throws -> QiitaArticleRepository {
        QiitaArticleRepository(api: try api(token: Self.token))
    }
}

extension RequestResult {
    /// The successful result; throws the failure otherwise.
    var value: Value {
        get throws {
            switch self {
            case .success(let value): return value
            case .failure(let failure): throw failure
            }
        }
    }
}
