#if os(macOS) || os(Linux)

import Foundation
import LoopbackServer

/// The web inspector: a page on 127.0.0.1 that shows sessions.
package struct Inspector: Sendable {
    private static var limits: LoopbackServer.Limits {
        var limits = LoopbackServer.Limits()
        limits.connections = 512
        limits.silence = .seconds(10)
        limits.headerBytes = 32 * 1_024
        return limits
    }

    /// The interval between keep-alive messages to pages.
    private static let heartbeat = Duration.seconds(5)

    private let sessions: [InspectedFile]
    private let app: InspectedApp
    private let version: String
    private let canWrite: Bool
    private let describe: FailureAnswer.Words

    /// Creates an inspector of these sessions.
    ///
    /// - Parameters:
    ///   - version: The version of the tool.
    ///   - canWrite: Whether the page may steer apps, and change bookmarks and cursors.
    ///   - describe: Returns the message for an error.
    package init(
        _ sessions: [InspectedFile],
        app: InspectedApp,
        version: String,
        canWrite: Bool = false,
        describe: @escaping FailureAnswer.Words
    ) {
        (self.sessions, self.app, self.version) = (sessions, app, version)
        (self.canWrite, self.describe) = (canWrite, describe)
    }

    /// Runs the server on a port of 127.0.0.1, by default a free one, while `body` runs. Its argument is the URL of the
    /// page, which contains the token.
    ///
    /// - Throws: An error of `body`; the system's error if the port is not available.
    package func run<Value: Sendable>(
        port: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let hub = EventHub()
        let watches = sessions.enumerated().map { id, session in
            SessionWatch(
                id: id,
                url: session.url,
                file: session.file,
                app: app,
                canWrite: canWrite,
                hub: hub,
                describe: describe
            )
        }
        let gate = Gate()
        let work = watches.map { watch in Task { await watch.run() } }
        let heartbeat = Task {
            while (try? await Task.sleep(for: Self.heartbeat)) != nil { await hub.send(": here\n\n") }
        }
        return try await LoopbackServer.run(
            InspectorResponder(
                gate: gate,
                sessions: watches.map { SessionRoutes(watch: $0) },
                hub: hub,
                version: version,
                canWrite: canWrite,
                describe: describe
            ),
            port: port,
            limits: Self.limits,
            willStop: {
                heartbeat.cancel()
                for task in work { task.cancel() }
                for watch in watches {
                    watch.searches.end()
                    watch.watches.end()
                    watch.downloads.end()
                    await watch.whatIf.end()
                }
                await hub.end()
                for task in work { await task.value }
            },
            { port in
                guard let url = URL(string: "http://127.0.0.1:\(port)/?token=\(gate.token)") else {
                    throw LoopbackServer.NotListening()
                }
                return try await body(url)
            }
        )
    }
}

#endif
