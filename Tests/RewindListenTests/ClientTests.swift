import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindListen

/// The messages of clients of Redux DevTools' protocol in other languages, as their sources write them.
@Suite struct ClientTests {
    private static func message(_ members: [(String, Tree)]) -> String {
        Tree(members: [("type", "ACTION"), ("id", "s"), ("name", "Counter")] + members).text
    }

    // MARK: Swift

    @Test(
        "Swift clients lift an action without a type",
        arguments: [
            #""action":{"action":{"value":5,"type":"Increase"},"timestamp":690000000.125}"#,
            #""action":{"action":{"action":{"value":5},"type":"Increase"},"timeStamp":690000000.125}"#,
            #""action":"{\"action\":{\"value\":5,\"type\":\"Increase\"},\"timestamp\":690000000.125}""#,
        ]
    )
    func swift(action: String) async throws {
        let stores = try Stores()
        try await stores.send(#"{"type":"ACTION","id":"s","name":"Counter","payload":{"count":5},\#(action)}"#)
        await stores.clients.close()
        let row = try #require(try stores.timeline().session.action(1))
        #expect(row.type == "Increase" && row.at == 1_668_307_200_125_000)
        #expect(try stores.counts() == [nil, 5])
    }

    @Test("Several actions in one message are rows, with their states or with the last one", arguments: [true, false])
    func several(isText: Bool) async throws {
        let stores = try Stores()
        func value(_ text: String) throws -> Tree { isText ? .string(text) : try Tree(parsing: text) }
        let actions = #"[{"type":"A"},{"action":{"type":"B"},"timestamp":690000000.125}]"#
        for states in [#"[{"count":1},{"count":2}]"#, #"{"count":4}"#] {
            try await stores.send(
                Self.message([("action", try value(actions)), ("payload", try value(states))])
            )
        }
        try await stores.send(Self.message([("action", "[Auth] Login"), ("payload", try value(#"{"count":5}"#))]))
        await stores.clients.close()
        let rows = try (1...5).map { try #require(try stores.timeline().session.action($0)) }
        #expect(rows.map(\.type) == ["A", "B", "A", "B", "[Auth] Login"])
        #expect(rows.map { $0.status == .dropped } == [false, false, true, false, false])
        let counts = try stores.counts()
        #expect(counts[1...2] == [1, 2] && counts[4...5] == [4, 5])
    }

    // MARK: Clients without a history

    private static let increment = #"{"type":"INCREMENT","n":1}"#

    private func session(_ publish: @escaping @Sendable (Tree) async -> Bool) async throws -> Stores {
        let stores = try Stores()
        for count in 1...3 {
            try await stores.send(
                Self.message([("action", .string(Self.increment)), ("payload", .string(#"{"count":\#(count)}"#))]),
                publish
            )
        }
        return stores
    }

    private func sendNext(_ stores: Stores) async throws {
        try await stores.send(
            Self.message([("action", .string(Self.increment)), ("payload", .string(#"{"count":4}"#))])
        )
        await stores.clients.close()
        #expect(try stores.parents() == [0, 1, 2, 3])
        #expect(try stores.counts() == [nil, 1, 2, 3, 4])
    }

    @Test("A client that receives nothing is refused at once, and its next action is no branch")
    func deaf() async throws {
        let stores = try await session { _ in false }
        let client = SteeringClient(of: stores.folder.file("Counter.rewind"))
        for request in [SteeringRequest.undo(count: 1), .jump(to: 1)] {
            await #expect(throws: Refusal(.other, "The app's client does not receive requests.")) {
                try await client.send(request, timeout: .seconds(30))
            }
        }
        try await sendNext(stores)
    }

    @Test("A client that does not show the state of a jump has not moved, and its next action is no branch")
    func silent() async throws {
        let stores = try await session { _ in true }
        let client = SteeringClient(of: stores.folder.file("Counter.rewind"))
        await #expect(throws: Refusal(.unfinished, "The app did not answer.")) {
            try await client.send(.undo(count: 2), timeout: .seconds(30))
        }
        #expect(try stores.timeline().cursor() == 3)
        try await sendNext(stores)
    }

    @Test("A client that shows the state of a jump has moved, and its next action is a branch")
    func shown() async throws {
        let stores = try Stores()
        let (jumps, add) = AsyncStream.makeStream(of: Tree.self)
        let publish: @Sendable (Tree) async -> Bool = { message in
            if message.child("type") == "DISPATCH" { add.yield(message) }
            return true
        }
        for count in 1...3 {
            try await stores.send(
                Self.message([("action", .string(Self.increment)), ("payload", .string(#"{"count":\#(count)}"#))]),
                publish
            )
        }
        let showing = Task {
            for await jump in jumps {
                #expect(jump.child("action")?.child("type") == "JUMP_TO_STATE")
                try await stores.send(
                    Self.message([("action", "@@JUMP"), ("payload", jump.child("state") ?? .null)]),
                    publish
                )
            }
        }
        let client = SteeringClient(of: stores.folder.file("Counter.rewind"))
        let answer = try await client.send(.jump(to: 1), timeout: .seconds(30))
        #expect(answer.position == 1)
        try await stores.send(
            Self.message([("action", .string(Self.increment)), ("payload", .string(#"{"count":2}"#))]),
            publish
        )
        showing.cancel()
        await stores.clients.close()
        #expect(try stores.parents() == [0, 1, 2, 3, 1])
    }

    // MARK: Filters

    @Test(
        "A client that filters actions, or the first one, has each other action with its state",
        arguments: [true, false]
    )
    func filtered(keepsFirst: Bool) async throws {
        let stores = try Stores()
        // Each fourth action passes; the others change the state, too. The index counts all of them.
        var passed = keepsFirst ? [0] : []
        func lifted(_ last: Int) -> String {
            let actions = passed.map { #""\#($0)":{"type":"\#($0 == 0 ? "@@INIT" : "INCREMENT")","n":\#($0)}"# }
            let states = passed.map { #"{"state":{"count":\#($0)}}"# }
            return """
                {"actionsById":{\(actions.joined(separator: ","))},"nextActionId":\(last + 1),"stagedActionIds":\(passed),
                "currentStateIndex":\(last),"computedStates":[\(states.joined(separator: ","))],
                "committedState":{"count":0}}
                """
        }
        func sendState(_ last: Int) async throws {
            try await stores.send(
                Tree(members: [
                    ("type", "STATE"), ("id", "s"), ("name", "Counter"), ("payload", .string(lifted(last))),
                ]).text
            )
        }
        try await sendState(0)
        for id in stride(from: 4, through: 20, by: 4) {
            passed.append(id)
            let action = #"{"type":"PERFORM_ACTION","action":{"type":"INCREMENT","n":\#(id)}}"#
            try await stores.send(
                Self.message([
                    ("action", .string(action)), ("payload", .string(#"{"count":\#(id)}"#)),
                    ("nextActionId", .integer(Int64(id + 1))),
                ])
            )
            if id != 12 { try await sendState(id) }
        }
        let lines = await stores.close()
        #expect(try stores.counts() == [0, 4, 8, 12, 16, 20])
        #expect(try stores.parents() == [0, 1, 2, 3, 4])
        #expect(try stores.timeline().cursor() == 5)
        #expect(lines == ["Counter: recording into \(stores.folder.file("Counter.rewind").relativePath)"])
    }

    // MARK: Kotlin

    @Test(
        "A client whose history is a ring has each action once, with its state",
        arguments: Thoroughness.first(12, of: UInt64(0)..<200)
    )
    func ring(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let stores = try Stores()
        let size = 2 + random.below(seed % 3 == 0 ? 50 : 6)
        var ring: [(id: Int, count: Int)] = [(0, 0)]
        var committed = 0
        var client = 0
        let asked = AskedFlag()
        func sendState() async throws {
            let actions = ring.map { entry in
                #""\#(entry.id)":{"type":"PERFORM_ACTION","action":{"type":"\#(entry.id == 0 ? "@@INIT" : "Add")"},"#
                    + #""timestamp":\#(1_780_000_000_000 + entry.id),"stack":null}"#
            }
            let states = ring.map { #"{"state":{"count":\#($0.count)}}"# }
            let lifted = """
                {"monitorState":null,"nextActionId":\((ring.last?.id ?? 0) + 1),"actionsById":{\(actions.joined(separator: ","))},
                "stagedActionIds":\(ring.map(\.id)),"skippedActionIds":[],"committedState":{"count":\(committed)},
                "currentStateIndex":\(ring.count - 1),"computedStates":[\(states.joined(separator: ","))],
                "isLocked":false,"isPaused":false}
                """
            try await stores.send(
                (["type": "STATE", "id": "s", "name": "Counter", "instanceId": "k", "payload": .string(lifted)] as Tree)
                    .text,
                from: "\(client)",
                asked.publish
            )
        }
        try await sendState()
        var counts = [0]
        for id in 1...(20 + random.below(100)) {
            // States repeat, and the actions are equal.
            counts.append(random.below(4) == 0 ? random.below(3) : id)
            ring.append((id, counts[id]))
            let isExcess = ring.count > size
            if isExcess { committed = ring.removeFirst().count }
            let action = #"{"type":"PERFORM_ACTION","action":{"type":"Add"},"timestamp":\#(1_780_000_000_000 + id)}"#
            try await stores.send(
                Self.message([
                    ("instanceId", "k"), ("action", .string(action)), ("isExcess", .bool(isExcess)),
                    ("payload", .string(#"{"count":\#(counts[id])}"#)), ("nextActionId", .integer(Int64(id + 1))),
                ]),
                from: "\(client)",
                asked.publish
            )
            if asked.take() { try await sendState() }
            switch random.below(12) {
            case 0:
                await stores.clients.leave("\(client)")
                client += 1
                try await sendState()
            case 1: try await sendState()
            default: break
            }
        }
        try await sendState()
        await stores.clients.close()
        #expect(try stores.folder.contents == ["Counter.rewind"])
        let (recorded, parents) = (try stores.counts(), try stores.parents())
        #expect(recorded == counts)
        #expect(parents == Array(0..<counts.count - 1))
    }
}
