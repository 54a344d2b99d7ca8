#if os(macOS) || os(Linux)

import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// An HTTP server that only this machine can reach, for as long as something goes on.
package enum LoopbackServer {
    /// What a server allows its clients.
    package struct Limits: Sendable {
        /// How many connections there may be at once; others wait.
        package var connections: Int?
        /// How long a connection may be silent.
        package var silence: Duration?
        /// How many bytes the headers of a request may have.
        package var headerBytes = 80 * 1_024

        package init() {}
    }

    /// That no port could be had, or the server stopped before it listened.
    package struct NotListening: Error {
        package init() {}
    }

    /// Starts a server on a port of 127.0.0.1, a free one for 0, and stops it when `body`, which is given its number,
    /// returns or throws.
    ///
    /// Stopping closes idle connections and breaks stalled requests off; it waits for no client.
    ///
    /// - Parameter willStop: ends what would keep requests open.
    /// - Throws: what `body` throws; the system's error when the port could not be had.
    package static func run<Responder: HTTPResponder, Value: Sendable>(
        _ responder: Responder,
        port: Int = 0,
        limits: Limits = Limits(),
        isolation: isolated (any Actor)? = #isolation,
        willStop: () async -> Void,
        _ body: (Int) async throws -> Value
    ) async throws -> Value where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let logger = Logger(label: "LoopbackServer") { _ in SwiftLogNoOpLogHandler() }
        let (ports, listening) = AsyncStream.makeStream(of: Int?.self)
        let application = Application(
            responder: responder,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    idleTimeout: limits.silence.map { TimeAmount($0) },
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: limits.headerBytes,
                        maxHeaderListSize: limits.headerBytes
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port),
                availableConnectionsDelegate: limits.connections.map { MaximumAvailableConnections($0) }
            ),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port) },
            logger: logger
        )
        let services = ServiceGroup(configuration: .init(services: [application], logger: logger))
        // Neither task is a child: NIO traps when cancellation drops a connection that was accepted but not yet
        // handled, so the server may only ever be shut down gracefully, and only once it listens.
        let running = Task {
            defer { listening.finish() }
            try await services.run()
        }
        let number = await Task { await ports.first { _ in true } ?? nil }.value
        let result: Result<Value, any Error>
        do {
            guard let number else {
                try await running.value
                throw NotListening()
            }
            result = .success(try await body(number))
        } catch {
            result = .failure(error)
        }
        await willStop()
        await services.triggerGracefulShutdown()
        _ = await running.result
        return try result.get()
    }
}

#endif
