import ArticleClient
import Foundation
import QiitaServer

extension QiitaServer {
    /// Returns a repository of this server's articles, for a client that uses HTTP and has messages in a language.
    ///
    /// - Throws: `ArticleClientError`.
    func repository(in language: Language) throws -> QiitaArticleRepository {
        let configuration = try QiitaConfiguration(baseURL: baseURL.absoluteString, token: BearerToken(Self.token))
        let client = QiitaServerClient(timeout: configuration.timeout)
        return QiitaArticleRepository(api: QiitaAPI(client: client, configuration: configuration), language: language)
    }
}
