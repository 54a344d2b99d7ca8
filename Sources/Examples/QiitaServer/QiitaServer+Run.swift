import ArticleClient
import Foundation
import RewindServer

extension QiitaServer {
    /// Starts a server on a free port of 127.0.0.1, and stops it when `body` returns or throws.
    ///
    /// Stopping closes idle connections and ends stalled requests; it waits for no client.
    ///
    /// - Parameters:
    ///   - language: The language of the articles.
    ///   - failures: The failures from the first request on.
    /// - Throws: Any error of `body`; `QiitaServerError`; `ServerError` if no port is available.
    package static func run<Value: Sendable>(
        in language: Language = .japanese,
        failures: [Failure] = [],
        isolation: isolated (any Actor)? = #isolation,
        _ body: (QiitaServer) async throws -> Value
    ) async throws -> Value {
        let catalog = try Catalog.embedded(in: language)
        let state = ServerState(stockers: catalog.stockers, failures: failures)
        let responder = QiitaResponder(catalog: catalog, state: state)
        return try await Server(respond: responder.response).run(
            willStop: { await state.stop() },
            { port in try await body(QiitaServer(baseURL: Server.url(port: port), state: state)) }
        )
    }
}
