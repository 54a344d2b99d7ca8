import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindListen

/// Stores that send messages to a listener, without a network.
final class Stores: Sendable {
    let folder: TemporaryFolder
    let clients: DevToolsClients
    private let reported: (events: AsyncStream<ListenEvent>, add: AsyncStream<ListenEvent>.Continuation)

    init() throws {
        let folder = TemporaryFolder()
        self.folder = folder
        let (events, add) = AsyncStream.makeStream(of: ListenEvent.self)
        reported = (events, add)
        clients = DevToolsClients(names: SessionNames(folder.url)) { add.yield($0) }
    }

    /// Closes the sessions. Returns the printed lines.
    func close() async -> [String] {
        await clients.close()
        reported.add.finish()
        return await reported.events.reduce(into: []) { $0.append("\($1)") }
    }

    /// Sends a message. `publish` receives what is sent to the store, and returns false if its client does not receive it.
    func send(
        _ message: String,
        from client: String = "a",
        _ publish: @escaping @Sendable (Tree) async -> Bool = { _ in true }
    ) async throws {
        let tree = try Tree(parsing: message)
        #expect(await clients.receive(tree, bytes: message.utf8.count, from: client, publish: publish))
    }

    /// Sends a STATE message with the history of a counter: one INCREMENT for each id but 0.
    func sendHistory(
        _ ids: [Int],
        base: Int = 0,
        skipped: [Int] = [],
        at index: Int? = nil,
        createdAt: Int = 1_700_000_000_000,
        from client: String = "a"
    ) async throws {
        var count = base
        let states = ids.enumerated().map { index, id in
            if index > 0, !skipped.contains(id) { count += 1 }
            return #"{"state":{"count":\#(count)}}"#
        }
        let actions = ids.map { id in
            let type = id == 0 ? "@@INIT" : "INCREMENT"
            return
                #""\#(id)":{"type":"PERFORM_ACTION","action":{"type":"\#(type)","n":\#(id)},"timestamp":\#(createdAt + id)}"#
        }
        let lifted = """
            {"actionsById":{\(actions.joined(separator: ","))},"nextActionId":\((ids.max() ?? 0) + 1),
            "stagedActionIds":\(ids),"skippedActionIds":\(skipped),"currentStateIndex":\(index ?? ids.count - 1),
            "computedStates":[\(states.joined(separator: ","))],"committedState":{"count":\(base)}}
            """
        try await send(
            Tree(members: [("type", "STATE"), ("instanceId", "x"), ("name", "Counter"), ("payload", .string(lifted))])
                .text,
            from: client
        )
    }

    func timeline(_ name: String = "Counter.rewind") throws -> Timeline {
        try Timeline(opening: folder.file(name))
    }

    /// Returns the parents of all actions.
    func parents(_ name: String = "Counter.rewind") throws -> [Int] {
        let timeline = try timeline(name)
        return try (1..<max(1, timeline.last + 1)).map { try #require(try timeline.session.action($0)).parent }
    }

    func counts(_ name: String = "Counter.rewind") throws -> [Int?] {
        let timeline = try timeline(name)
        return try (0...timeline.last).map { try timeline.state(at: $0).child("count")?.int }
    }
}

/// Whether a history was asked for.
///
/// Safe to share because its mutable state is only used under `lock`.
final class AskedFlag: @unchecked Sendable {
    private let lock = NSLock()
    private var isSet = false

    @Sendable func publish(_ message: Tree) async -> Bool {
        if message.child("type") == "UPDATE" { lock.withLock { isSet = true } }
        return true
    }

    func take() -> Bool {
        lock.withLock {
            defer { isSet = false }
            return isSet
        }
    }
}
