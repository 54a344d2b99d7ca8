import Foundation
import RewindBridge
import RewindServer
import RewindTree

/// The connected clients of Redux DevTools, and their stores.
actor DevToolsClients {
    /// The maximum number of stores recorded at the same time.
    private static let mostInstances = 100
    /// The time for which a store may be disconnected and still continue its session. Clients connect again after 10 to
    /// 20 seconds.
    static let absence = Duration.seconds(60)

    private struct Key: Hashable {
        let client: String
        let instance: Tree
    }

    private let names: SessionNames
    private let report: @Sendable (ListenEvent) -> Void
    private var instances: [Key: DevToolsInstance] = [:]
    /// Stores that are not connected, oldest first.
    private var absent: [(instance: DevToolsInstance, since: ContinuousClock.Instant)] = []

    init(names: SessionNames, report: @escaping @Sendable (ListenEvent) -> Void) {
        (self.names, self.report) = (names, report)
    }

    /// Passes a message to the store that sent it. Returns false if there are too many stores.
    func receive(
        _ message: Tree,
        bytes: Int,
        from client: String,
        publish: @escaping @Sendable (Tree) async -> Bool
    ) async -> Bool {
        let id = message.child("instanceId") ?? message.child("id") ?? .string(client)
        let key = Key(client: client, instance: id)
        if instances[key] == nil {
            let instance: DevToolsInstance
            let app = message.child("name")?.string ?? "app"
            // Two apps may choose the same identifier.
            if let index = absent.firstIndex(where: { $0.instance.id == id && $0.instance.app == app }) {
                instance = absent.remove(at: index).instance
            } else {
                if instances.count + absent.count >= Self.mostInstances {
                    guard !absent.isEmpty else { return false }
                    await absent.removeFirst().instance.close()
                }
                instance = DevToolsInstance(id: id, app: app, names: names, report: report)
            }
            instances[key] = instance
            await instance.connect(publish)
        }
        await instances[key]?.receive(message, bytes: bytes)
        return true
    }

    /// Records a report, which is the message with the history of a store. Returns why it is refused; nil if it is recorded.
    func record(_ report: [UInt8]) async -> String? {
        var repairs = JSONRepairs()
        guard let message = try? Tree(repairing: report, &repairs), message.child("type") == "STATE",
            let lifted = message.child("payload").flatMap({
                try? LiftedState(parsing: Array(($0.string ?? $0.text).utf8))
            }),
            !lifted.staged.isEmpty
        else { return "The body is not a report with the history of a store." }
        let client = UUID().uuidString
        let isRecorded = await receive(message, bytes: report.count, from: client) { _ in false }
        await leave(client)
        return isRecorded ? nil : "Too many apps are recorded already."
    }

    /// Disconnects the stores of a client.
    func leave(_ client: String) async {
        for (key, instance) in instances where key.client == client {
            instances[key] = nil
            absent.append((instance, .now))
            await instance.disconnect()
        }
    }

    /// Finishes the sessions of stores that do not come back, and writes what is held, until the task is canceled.
    func watch() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            while let first = absent.first, first.since.duration(to: .now) > Self.absence {
                absent.removeFirst()
                await first.instance.close()
            }
            for instance in instances.values { await instance.tick() }
        }
    }

    /// Finishes all sessions.
    func close() async {
        for instance in Array(instances.values) + absent.map(\.instance) { await instance.close() }
        (instances, absent) = ([:], [])
    }
}

/// A connection to a client of Redux DevTools.
actor DevToolsClient {
    private let id = UUID().uuidString
    private let socket: WebSocket
    private let clients: DevToolsClients
    private let report: @Sendable (ListenEvent) -> Void
    private let start = ContinuousClock.now
    private var connection: SocketClusterConnection
    private var hasReported = false
    private var hasRepaired = false

    init(_ socket: WebSocket, _ clients: DevToolsClients, report: @escaping @Sendable (ListenEvent) -> Void) {
        self.socket = socket
        self.clients = clients
        self.report = report
        connection = SocketClusterConnection(id: id, now: 0)
    }

    /// Serves the client until its connection ends.
    func serve() async {
        let timer = Task {
            while (try? await Task.sleep(for: .seconds(1))) != nil { await perform(connection.tick(now: now), 0) }
        }
        for await message in socket.messages {
            await perform(connection.receive(message, now: now), message.count)
            socket.handled(message)
        }
        timer.cancel()
        await clients.leave(id)
    }

    private func perform(_ effects: [SocketClusterConnection.Effect], _ bytes: Int) async {
        for effect in effects {
            switch effect {
            case .send(let frame): socket.send(frame)
            case .message(let message):
                let isRecorded = await clients.receive(message, bytes: bytes, from: id) { [weak self] message in
                    await self?.publish(message) == true
                }
                if !isRecorded { refuse("too many apps are recorded already") }
            case .subscribed: await publish(["type": "START"])
            case .repaired(let repairs):
                if !hasRepaired { report(.repaired(app: "A client", repairs)) }
                hasRepaired = true
            case .refused(let reason): refuse(reason)
            case .close(let code): socket.close(code)
            }
        }
    }

    /// Passes a message to the app. Returns false if it does not receive any, so that a request to move must not wait.
    @discardableResult
    private func publish(_ message: Tree) async -> Bool {
        let (isReceiving, type) = (connection.isReceiving, message.child("type"))
        guard isReceiving || type == "START" || type == "UPDATE" else { return false }
        await perform(connection.publish(message), 0)
        return isReceiving
    }

    /// Reports a reason, once for the client.
    private func refuse(_ reason: String) {
        if !hasReported { report(.refused(reason)) }
        hasReported = true
    }

    private var now: Double { start.duration(to: .now) / .seconds(1) }
}
