import Foundation
import RewindServer

/// The web inspector: a page on 127.0.0.1 that shows sessions.
package struct Inspector: Sendable {
    /// The interval between keep-alive messages to pages.
    private static let heartbeat = Duration.seconds(5)
    /// The interval between searches for more sessions.
    private static let lookout = Duration.seconds(1)

    private let sessions: [InspectedFile]
    private let discover: InspectedFile.Discovery
    private let app: InspectedApp
    private let version: String
    private let token: String
    private let canWrite: Bool
    private let fleet: (any InspectedFleet)?
    private let copyLimit: Int
    private let describe: FailureAnswer.Words

    /// Creates an inspector of these sessions.
    ///
    /// - Parameters:
    ///   - discover: Finds sessions that appear while the server runs.
    ///   - version: The version of the tool.
    ///   - token: The token that requests need.
    ///   - canWrite: Whether the page may steer apps, and change bookmarks and cursors.
    ///   - fleet: A database whose sessions the page lists and opens.
    ///   - copyLimit: The maximum size of the files that are dropped on the page or pulled from the
    ///     database, in bytes.
    ///   - describe: Returns the message for an error.
    package init(
        _ sessions: [InspectedFile],
        discover: @escaping InspectedFile.Discovery = { _ in [] },
        app: InspectedApp,
        version: String,
        token: String = .secret(),
        canWrite: Bool = false,
        fleet: (any InspectedFleet)? = nil,
        copyLimit: Int = 1 << 30,
        describe: @escaping FailureAnswer.Words
    ) {
        self.sessions = sessions
        self.discover = discover
        self.app = app
        self.version = version
        self.token = token
        self.canWrite = canWrite
        self.fleet = fleet
        self.copyLimit = copyLimit
        self.describe = describe
    }

    /// Runs the server on a port of 127.0.0.1 while `body` runs. Its argument is the URL of the page, which contains the
    /// token.
    ///
    /// - Parameter ports: The first one that is not taken is used; 0 is any free one.
    /// - Throws: An error of `body`; `ServerError`.
    package func run<Value: Sendable>(
        ports: [Int] = [0],
        isolation: isolated (any Actor)? = #isolation,
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let hub = EventHub()
        let open = OpenSessions(limit: copyLimit, app: app, canWrite: canWrite, hub: hub, describe: describe)
        for session in sessions { await open.add(session) }
        let routes = fleet.map { FleetRoutes($0, opening: open) }
        let (gate, page) = (AccessControl(token: token), fleet == nil ? "/" : FleetRoutes.page)
        let work = [
            Task { while (try? await Task.sleep(for: Self.heartbeat)) != nil { await hub.send(": here\n\n") } },
            Task { while (try? await Task.sleep(for: Self.lookout)) != nil { await open.addMore(discover) } },
        ]
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
        let server = Server(limits: limits, respond: responder.response)
        var ports = ports[...]
        while true {
            let port = ports.popFirst() ?? 0
            do {
                return try await server.run(
                    port: port,
                    willStop: {
                        for task in work { task.cancel() }
                        await hub.end()
                        routes?.end()
                        await open.end()
                    },
                    { port in try await body(Server.url(port: port, "\(page)?token=\(token)")) }
                )
            } catch ServerError.portTaken where !ports.isEmpty {}
        }
    }
}
