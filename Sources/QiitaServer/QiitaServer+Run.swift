import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

extension QiitaServer {
    /// Starts a server on a free port of 127.0.0.1, and stops it when `body` returns or throws.
    ///
    /// Stopping closes idle connections and breaks stalled requests off; it waits for no client.
    /// - Throws: what `body` throws; `QiitaServerError` when the fixtures do not fit `options`; the system's error
    ///   when no port could be had.
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
        let logger = Logger(label: "QiitaServer") { _ in SwiftLogNoOpLogHandler() }
        let (ports, port) = AsyncStream.makeStream(of: Int?.self)
        let application = Application(
            responder: QiitaResponder(catalog: catalog, options: options, state: state),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port) },
            logger: logger
        )
        let services = ServiceGroup(configuration: .init(services: [application], logger: logger))
        // Neither task is a child: NIO traps when cancellation drops a connection that was accepted but not yet
        // handled, so the server may only ever be shut down gracefully, and only once it listens.
        let running = Task {
            defer { port.finish() }
            try await services.run()
        }
        let number = await Task { await ports.first { _ in true } ?? nil }.value
        let result: Result<Value, any Error>
        do {
            guard let number, let baseURL = URL(string: "http://127.0.0.1:\(number)") else {
                try await running.value
                throw QiitaServerError.notListening
            }
            result = .success(try await body(QiitaServer(baseURL: baseURL, options: options, state: state)))
        } catch {
            result = .failure(error)
        }
        await state.stop()
        await services.triggerGracefulShutdown()
        _ = await running.result
        return try result.get()
    }
}
