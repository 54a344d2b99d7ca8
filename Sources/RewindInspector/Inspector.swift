import Foundation
import RewindServer

/// The web inspector: a page on 127.0.0.1 that shows sessions.
package struct Inspector: Sendable {
    /// The interval between keep-alive messages to pages.
    private static let heartbeat = Duration.seconds(5)

    private let sessions: [InspectedFile]
    private let app: InspectedApp
    private let version: String
    private let canWrite: Bool
    private let fleet: (any InspectedFleet)?
    private let copyLimit: Int
    private let describe: FailureAnswer.Words

    /// Creates an inspector of these sessions.
    ///
    /// - Parameters:
    ///   - version: The version of the tool.
    ///   - canWrite: Whether the page may steer apps, and change bookmarks and cursors.
    ///   - fleet: A database whose sessions the page lists and opens.
    ///   - copyLimit: The maximum size of the files that are dropped on the page or pulled from the
    ///     database, in bytes.
    ///   - describe: Returns the message for an error.
    package init(
        _ sessions: [InspectedFile],
        app: InspectedApp,
        version: String,
        canWrite: Bool = false,
        fleet: (any InspectedFleet)? = nil,
        copyLimit: Int = 1 << 30,
        describe: @escaping FailureAnswer.Words
    ) {
        self.sessions = sessions
        self.app = app
        self.version = version
        self.canWrite = canWrite
        self.fleet = fleet
        self.copyLimit = copyLimit
        self.describe = describe
    }

    /// Runs the server on a port of 127.0.0.1, by default a free one, while `body` runs. Its argument is the URL of the
    /// page, which contains the token.
    ///
    /// - Throws: An error of `body`; `ServerError`.
    package func run<Value: Sendable>(
        port: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let hub = EventHub()
        let open = OpenSessions(limit: copyLimit, app: app, canWrite: canWrite, hub: hub, describe: describe)
        for session in sessions { await open.add(session) }
        let routes = fleet.map { FleetRoutes($0, opening: open) }
        let gate = AccessControl()
        let heartbeat = Task {
            while (try? await Task.sleep(for: Self.heartbeat)) != nil { await hub.send(": here\n\n") }
        }
        let responder = InspectorResponder(
            gate: gate,
            sessions: open,
            fleet: routes,
            hub: hub,
            version: version,
            canWrite: canWrite,
            describe: describe
        )
        // A what-if, with the payloads that a person edited, is in the address.
        var limits = Server.Limits()
        limits.headerBytes = 1 << 20
        return try await Server(limits: limits, respond: responder.response).run(
            port: port,
            willStop: {
                heartbeat.cancel()
                await hub.end()
                routes?.end()
                await open.end()
            },
            { port in try await body(Server.url(port: port, "/?token=\(gate.token)")) }
        )
    }
}
