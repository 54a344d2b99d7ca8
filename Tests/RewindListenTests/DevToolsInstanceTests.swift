import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindListen

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

    /// Returns an ACTION message of the counter.
    private static func action(_ id: Int, state: String?) -> String {
        var members: [(String, Tree)] = [
            ("type", "ACTION"), ("instanceId", "x"), ("name", "Counter"), ("nextActionId", .integer(Int64(id + 1))),
            (
                "action",
                .string(
                    #"{"type":"PERFORM_ACTION","action":{"type":"INCREMENT","n":\#(id)},"timestamp":\#(1_700_000_000_000 + id)}"#
                )
            ),
        ]
        if let state { members.append(("payload", .string(state))) }
        return Tree(members: members).text
    }

    @Test("Actions without a state are recorded with an unknown effect when their client goes", arguments: [0, 1, 2])
    func gone(kind: Int) async throws {
        let stores = try Stores()
        if kind < 2 { try await stores.sendHistory([0, 1, 2], at: kind == 0 ? 2 : 1) }
        // After a jump, the states are those at the pointer.
        for id in 3...4 { try await stores.send(Self.action(id, state: kind == 0 ? nil : #"{"count":1}"#)) }
        await stores.clients.leave("a")
        let timeline = try stores.timeline()
        let last = kind == 2 ? 2 : 4
        #expect(timeline.last == last)
        let rows = try (last - 1...last).map { try #require(try timeline.session.action($0)) }
        #expect(rows.allSatisfy { $0.status == (kind == 2 ? .done : .dropped) })
        #expect(rows.map { $0.payload?.child("n") } == [3, 4])
        await stores.clients.close()
        #expect(try stores.timeline().last == last)
    }

    @Test("Actions that came with their states are kept when the history does not have them any more, or not yet")
    func droppedMeanwhile() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1])
        for id in 3...9 { try await stores.send(Self.action(id, state: #"{"count":\#(id)}"#)) }
        try await stores.sendHistory([0, 6, 7, 8], base: 5)
        await stores.clients.close()
        #expect(try stores.counts() == [0, 1, 3, 4, 5, 6, 7, 8, 9])
        #expect(try stores.parents() == Array(0...7))
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
            #"[{"type":"A"},{"action":{"type":"B"},"timestamp":690000000.5}]"#, #"[{"count":1},{"count":2}]"#,
            #"{"action":{"type":"B"},"timeStamp":"2022-11-13T02:40:00.125Z"}"#,
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
        #expect(await !stores.clients.receive(message, bytes: 1, from: "a") { _ in true })
        await stores.clients.close()
        #expect(try stores.folder.contents.count == 100)
    }
}
