import Foundation
import RewindServer
import RewindTree

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
    /// The values that were replaced in a frame, until its message is known.
    private var repairs: JSONRepairs?

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
            // One that sends without a pause would not let others have its thread.
            await Task.yield()
        }
        timer.cancel()
        await clients.leave(id)
    }

    private func perform(_ effects: [SocketClusterConnection.Effect], _ bytes: Int) async {
        for effect in effects {
            switch effect {
            case .send(let frame): socket.send(frame)
            case .message(let message):
                if let repairs = repairs.take() {
                    report(.repaired(app: message.child("name")?.string ?? "A client", repairs))
                    hasRepaired = true
                }
                let isRecorded = await clients.receive(message, bytes: bytes, from: id) { [weak self] message in
                    await self?.publish(message) == true
                }
                if !isRecorded { refuse("too many apps are recorded already") }
            case .subscribed: await publish(["type": "START"])
            case .repaired(let repairs): self.repairs = hasRepaired ? nil : repairs
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
