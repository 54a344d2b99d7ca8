import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindListen

/// Stores that send messages to a listener, without a network.
private final class Stores: Sendable {
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

    func send(_ message: String, from client: String = "a", _ sent: @escaping @Sendable (Tree) async -> Void = { _ in })
        async throws
    {
        let tree = try Tree(parsing: message)
        #expect(await clients.receive(tree, bytes: message.utf8.count, from: client, publish: sent))
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

@Suite struct DevToolsInstanceTests {
    @Test("A history is recorded once, however often it is sent")
    func history() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1, 2])
        try await stores.sendHistory([0, 1, 2])
        try await stores.sendHistory([0, 1, 2, 3, 4])
        await stores.clients.close()
        #expect(try stores.counts() == [0, 1, 2, 3, 4])
        #expect(try stores.parents() == [0, 1, 2, 3])
    }

    @Test("A skipped action makes a branch without it, and one that is back leads to the first branch again")
    func toggle() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1, 2, 3])
        try await stores.sendHistory([0, 1, 2, 3], skipped: [1])
        try await stores.sendHistory([0, 1, 2, 3])
        try await stores.sendHistory([0, 1, 2, 3, 4])
        await stores.clients.close()
        #expect(try stores.counts() == [0, 1, 2, 3, 1, 2, 4])
        #expect(try stores.parents() == [0, 1, 2, 0, 4, 3])
    }

    @Test("Actions that the store merged with its first state stay recorded; those that were never sent are a gap")
    func maximumAge() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1, 2, 3])
        try await stores.sendHistory([0, 3, 4], base: 2)
        #expect(try stores.counts() == [0, 1, 2, 3, 4])
        try await stores.sendHistory([0, 8, 9], base: 7)
        await stores.clients.close()
        #expect(try stores.counts() == [0, 1, 2, 3, 4, 7, 8, 9])
        #expect(try stores.parents() == [0, 1, 2, 3, 4, 5, 6])
        let gap = try #require(try stores.timeline().session.action(5))
        #expect(gap.type == "(not recorded)")
        #expect(gap.payload?.child("actions") == 3)
    }

    @Test("A store that commits, and counts its actions from 1 again, continues where it is")
    func commit() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1, 2])
        try await stores.sendHistory([0], base: 2)
        try await stores.sendHistory([0, 1], base: 2)
        try await stores.sendHistory([0], base: 0)
        try await stores.sendHistory([0, 1], base: 0)
        await stores.clients.close()
        #expect(try stores.counts() == [0, 1, 2, 3])
        #expect(try stores.parents() == [0, 1, 2])
    }

    @Test("The cursor is where the store is")
    func cursor() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1, 2, 3], at: 1)
        #expect(try stores.timeline().cursor() == 1)
        try await stores.sendHistory([0, 1, 2, 3])
        #expect(try stores.timeline().cursor() == 3)
        await stores.clients.close()
    }

    @Test("A store that comes back continues its session; another one with the same name or id has its own")
    func reconnection() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1])
        await stores.clients.leave("a")
        try await stores.sendHistory([0, 1, 2], from: "b")
        try await stores.sendHistory([0], from: "c")
        await stores.clients.leave("b")
        try await stores.sendHistory([0, 1], createdAt: 1_800_000_000_000, from: "d")
        await stores.clients.close()
        #expect(try stores.folder.contents == ["Counter-2.rewind", "Counter-3.rewind", "Counter.rewind"])
        #expect(try stores.counts() == [0, 1, 2])
        #expect(try stores.counts("Counter-2.rewind") == [0])
        #expect(try stores.counts("Counter-3.rewind") == [0, 1])
    }

    @Test("After a jump, the state of an action is taken from the history, and is unknown if that does not come")
    func afterJump() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1, 2], at: 1)
        let action = #"""
            {"type":"ACTION","instanceId":"x","nextActionId":4,"payload":"{\"count\":1}",
            "action":"{\"type\":\"PERFORM_ACTION\",\"action\":{\"type\":\"INCREMENT\"},\"timestamp\":1700000000003}"}
            """#
        try await stores.send(action)
        #expect(try stores.timeline().last == 2)
        try await stores.sendHistory([0, 1, 2, 3], at: 1)
        #expect(try stores.counts() == [0, 1, 2, 3])
        #expect(try stores.timeline().cursor() == 1)
        try await stores.send(action.replacing("\"nextActionId\":4", with: "\"nextActionId\":5"))
        let watching = Task { await stores.clients.watch() }
        try await waitUntil { try stores.timeline().last == 4 }
        watching.cancel()
        await stores.clients.close()
        let row = try #require(try stores.timeline().session.action(4))
        #expect(row.status == .dropped && row.parent == 3)
    }

    @Test("A client in Swift without a lifted state is recorded from its objects, with its times since 2001")
    func swiftClient() async throws {
        let stores = try Stores()
        for count in 1...3 {
            try await stores.send(
                """
                {"type":"ACTION","id":"s","name":"My app/é","payload":{"count":\(count)},
                "action":{"type":"PERFORM_ACTION","action":{"type":"Increment","by":1},"timestamp":\(700_000_000 + count)}}
                """
            )
        }
        await stores.clients.close()
        #expect(try stores.counts("My-app-é.rewind") == [nil, 1, 2, 3])
        let row = try #require(try stores.timeline("My-app-é.rewind").session.action(2))
        #expect(row.at == 1_678_307_202_000_000)
        #expect(row.type == "Increment")
    }

    @Test("A value that a session cannot hold costs that value alone, and is reported once")
    func repaired() async throws {
        let stores = try Stores()
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        func lifted(_ count: Int) -> Tree {
            let ids = Array(0...count)
            let actions = ids.map { id in #""\#(id)":{"type":"\#(id == 0 ? "@@INIT" : "A\\ud83d")","n":\#(id)}"# }
            let states = ids.map { #"{"state":{"count":\#($0),"x":"cut \ud83d","\udc00":\#(deep)},"error":"\ud800"}"# }
            return .string(
                """
                {"actionsById":{\(actions.joined(separator: ","))},"nextActionId":\(count + 1),
                "stagedActionIds":\(ids),"computedStates":[\(states.joined(separator: ","))]}
                """
            )
        }
        for count in 1...3 {
            let message: Tree = ["type": "STATE", "instanceId": "x", "name": "Counter", "payload": lifted(count)]
            try await stores.send(message.text)
        }
        let state: Tree = .string(#"{"count":4,"x":"\udfff","deep":\#(deep)}"#)
        let action: Tree = .string(#"{"type":"PERFORM_ACTION","action":{"type":"B","x":"\ud800"}}"#)
        try await stores.send(
            (["type": "ACTION", "instanceId": "x", "nextActionId": 5, "payload": state, "action": action] as Tree).text
        )
        let lines = await stores.close()
        #expect(try stores.counts() == [0, 1, 2, 3, 4])
        #expect(try stores.timeline().state(at: 2).child("x") == .string(#"cut \ud83d"#))
        #expect(try stores.timeline().state(at: 3).text.contains(try #require(Tree.tooDeep.string)))
        let row = try #require(try stores.timeline().session.action(3))
        #expect(row.type == #"A\ud83d"# && row.error == #"\ud800"#)
        #expect(lines.count == 2, "\(lines)")
        #expect(
            lines.first?.hasSuffix("the first at /payload/actionsById/1/type: one half of a surrogate pair") == true
        )
    }

    @Test("A message that cannot be read is not recorded, and the others are")
    func unreadable() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1])
        for message in [
            #"{"type":"STATE","instanceId":"x","payload":"{"}"#, #"{"type":"STATE","instanceId":"x"}"#,
            #"{"type":"STATE","instanceId":"x","payload":"{\"actionsById\":{},\"stagedActionIds\":[7]}"}"#,
            #"{"type":"ACTION","instanceId":"x","nextActionId":3,"action":"{","payload":"{}"}"#,
            #"{"type":"OTHER","instanceId":"x"}"#, #"{"type":7,"instanceId":"x"}"#,
        ] {
            try await stores.send(message)
        }
        try await stores.sendHistory([0, 1, 2])
        await stores.clients.close()
        #expect(try stores.counts() == [0, 1, 2])
    }

    @Test(
        "Whatever other stores send, a session has what its store sent",
        arguments: Thoroughness.first(5, of: UInt64(0)..<100)
    )
    func random(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let values: [Tree] = [
            .null, 7, -1, "", "{", "[]", "x", [], [:], #"{"count":1}"#, ["$jsan": "$.a"], #"{"a":{"$jsan":"$.a"}}"#,
            #"{"actionsById":{"0":{"type":"@@INIT"}},"stagedActionIds":[0],"computedStates":[null]}"#,
            #"{"actionsById":{"3":{}},"stagedActionIds":[3,3],"currentStateIndex":1}"#,
            #"{"type":"PERFORM_ACTION","action":{"type":7},"timestamp":1e300}"#,
            .string(#"{"type":"\ud800","\udc00":"\ud83d"}"#), .string(String(repeating: "[", count: 400)),
            .string(String(repeating: "[", count: 400) + String(repeating: "]", count: 400)),
        ]
        let types = ["START", "STATE", "INIT", "ACTION", "ERROR", "STOP", "OTHER"]
        let stores = try Stores()
        var last = 0
        for _ in 0..<60 {
            if random.below(3) == 0 {
                last += random.below(3)
                try await stores.sendHistory(Array(0...last))
                continue
            }
            var members: [(String, Tree)] = [
                ("type", .string(random.pick(types))), ("instanceId", random.pick(values)),
            ]
            for name in ["payload", "action", "nextActionId", "name", "isExcess"] where random.below(3) > 0 {
                members.append((name, random.pick(values)))
            }
            try await stores.send(Tree(members: members).text, from: "b")
            if random.below(10) == 0 { await stores.clients.leave("b") }
        }
        try await stores.sendHistory(Array(0...last))
        await stores.clients.close()
        #expect(try stores.counts() == Array(0...last).map { $0 })
        for name in try stores.folder.contents { #expect(try stores.timeline(name).last >= 0) }
    }

    @Test("More than 100 stores at the same time are refused")
    func manyStores() async throws {
        let stores = try Stores()
        for number in 0..<100 { try await stores.send(#"{"type":"INIT","instanceId":\#(number),"payload":"{}"}"#) }
        let message = try Tree(parsing: #"{"type":"INIT","instanceId":100,"payload":"{}"}"#)
        #expect(await !stores.clients.receive(message, bytes: 1, from: "a") { _ in })
        await stores.clients.close()
        #expect(try stores.folder.contents.count == 100)
    }
}
