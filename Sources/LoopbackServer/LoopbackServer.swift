#if os(macOS) || os(Linux)

import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Runs an HTTP server that only this machine can reach.
package enum LoopbackServer {
    /// The limits for clients.
    package struct Limits: Sendable {
        /// The maximum number of simultaneous connections; further ones wait.
        package var connections: Int?
        /// The time after which an idle connection is closed.
        package var silence: Duration?
        /// The maximum size of a header field, and of all headers of a request, in bytes.
        package var headerBytes = 80 * 1_024

        package init() {}
    }

    /// An error for a port that is not available, or a server that stopped before it listened.
    package struct NotListening: Error {
        package init() {}
    }

    /// Starts a server on a port of 127.0.0.1, by default a free one, calls `body` with the port, and stops the server
    /// when that returns or throws.
    ///
    /// Stopping closes idle connections and aborts stalled requests, without waiting for clients.
    ///
    /// - Parameter willStop: Called before the server stops; must end whatever keeps requests open.
    /// - Throws: An error of `body`; the system's error if the port is not available.
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
