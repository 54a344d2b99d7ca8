import Foundation
import RewindBridge
import RewindTree

/// The connected clients of Redux DevTools, and their stores.
package actor DevToolsClients {
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
    /// The recording of the last report.
    private var lastReport: Task<String?, Never>?

    package init(names: SessionNames, report: @escaping @Sendable (ListenEvent) -> Void) {
        (self.names, self.report) = (names, report)
    }

    /// Passes a message to the store that sent it. Returns false if there are too many stores. Without `publish`, the client
    /// receives no messages.
    package func receive(
        _ message: Tree,
        bytes: Int,
        from client: String,
        publish: (@Sendable (Tree) async -> Bool)? = nil
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
        // One after the other, as a store has one session.
        let task = Task { [lastReport] in
            _ = await lastReport?.value
            return await recordNext(report)
        }
        lastReport = task
        return await task.value
    }

    private func recordNext(_ report: [UInt8]) async -> String? {
        var repairs = JSONRepairs()
        guard let message = try? Tree(repairing: report, &repairs), message.child("type") == "STATE",
            let lifted = message.child("payload").flatMap({
                try? LiftedState(parsing: Array(($0.string ?? $0.text).utf8))
            }),
            !lifted.staged.isEmpty
        else { return "The body is not a report with the history of a store." }
        if repairs.count > 0 { self.report(.repaired(app: message.child("name")?.string ?? "app", repairs)) }
        let client = UUID().uuidString
        let isRecorded = await receive(message, bytes: report.count, from: client)
        await leave(client)
        return isRecorded ? nil : "Too many apps are recorded already."
    }

    /// Disconnects the stores of a client.
    package func leave(_ client: String) async {
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
    package func close() async {
        for instance in Array(instances.values) + absent.map(\.instance) { await instance.close() }
        (instances, absent) = ([:], [])
    }
}
