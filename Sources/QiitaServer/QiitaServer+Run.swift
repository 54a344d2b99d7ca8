import Foundation
import Hummingbird
import Logging

extension QiitaServer {
    /// Starts a server on a free port of 127.0.0.1, and stops it when `body` returns or throws.
    ///
    /// Connections that are still open then are closed, stalled requests included; nothing is waited for.
    /// - Throws: what `body` throws; `QiitaServerError` when the fixtures do not fit `options` or no port could be had.
    package static func run<Value: Sendable>(
        _ options: Options = Options(),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (QiitaServer) async throws -> Value
    ) async throws -> Value {
        let catalog = try Catalog.embedded.get()
        guard catalog.users[options.userID] != nil else {
            throw QiitaServerError.unknownUser(id: options.userID)
        }
        let state = ServerState(stockers: catalog.stockers, failures: options.failures)
        let (ports, port) = AsyncStream.makeStream(of: Int?.self)
        let application = Application(
            responder: QiitaResponder(catalog: catalog, options: options, state: state),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port) },
            logger: Logger(label: "QiitaServer") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { port.finish() }
                try await application.run()
            }
            var iterator = ports.makeAsyncIterator()
            guard let number = await iterator.next(isolation: isolation) ?? nil,
                let baseURL = URL(string: "http://127.0.0.1:\(number)")
            else {
                group.cancelAll()
                try await group.waitForAll()
                throw QiitaServerError.notListening
            }
            // Cancelling closes idle connections at once, where a graceful shutdown would wait for their clients.
            defer { group.cancelAll() }
            return try await body(QiitaServer(baseURL: baseURL, options: options, state: state))
        }
    }
}
