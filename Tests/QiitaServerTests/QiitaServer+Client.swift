import ArticleClient
import ArticleClientNetwork
import Foundation
import QiitaServer

extension QiitaServer {
    /// The transport of requests.
    enum Transport: CaseIterable {
        case urlSession, nio

        func client(timeout: TimeInterval) -> any HTTPClient {
            switch self {
            case .urlSession: URLSessionHTTPClient(timeout: timeout)
            case .nio: QiitaServerClient(timeout: timeout)
            }
        }
    }

    /// Returns the client's API for this server.
    func api(_ transport: Transport, token: String?, timeout: TimeInterval = 600) throws -> QiitaAPI {
        let configuration = try QiitaConfiguration(
            baseURL: baseURL.absoluteString,
            token: token.flatMap(BearerToken.init),
            timeout: timeout
        )
        return QiitaAPI(client: transport.client(timeout: timeout), configuration: configuration)
    }

    /// Returns the client's repository for this server, with the right token.
    func repository(_ transport: Transport) throws -> QiitaArticleRepository {
        QiitaArticleRepository(api: try api(transport, token: token))
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
