import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindListen

/// Stores that no longer have all actions or states, or do not send them.
@Suite struct IncompleteHistoryTests {
    private func rows(_ stores: Stores) throws -> [ActionRecord] {
        let timeline = try stores.timeline()
        return try (1...timeline.last).map { try #require(try timeline.session.action($0)) }
    }

    @Test("Actions that a store had dropped before it connected are a row, and nothing is known from before")
    func late() async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 31, 32], base: 30)
        try await stores.sendHistory([0, 32, 33], base: 31)
        await stores.clients.close()
        #expect(try stores.counts() == [nil, 30, 31, 32, 33])
        #expect(try stores.timeline().state(at: 0) == .null)
        let rows = try rows(stores)
        #expect(rows[0].type == "(not recorded)" && rows[0].payload?.child("actions") == 30)
        #expect(rows.map(\.parent) == [0, 1, 2, 3])
    }

    @Test("An old client, which sends an empty text for each falsy state, is recorded with unknown states")
    func oldClient() async throws {
        let stores = try Stores()
        func message(_ type: String, _ payload: String, _ action: String) -> String {
            let members: [(String, Tree)] = [
                ("type", .string(type)), ("instanceId", "x"), ("name", "Counter"), ("payload", .string(payload)),
                ("action", .string(action)),
            ]
            return Tree(members: members).text
        }
        try await stores.send(message("INIT", #"{"count":0}"#, "{}"))
        for (number, payload) in [#"{"count":1}"#, "", #"{"count":3}"#].enumerated() {
            let action = #"{"action":{"type":"SET","n":\#(number)},"timestamp":1780000000000}"#
            try await stores.send(message("ACTION", payload, action))
        }
        let lines = await stores.close()
        let rows = try rows(stores)
        #expect(rows.map(\.status) == [.done, .dropped, .done])
        #expect(rows.map { $0.payload?.child("n") } == [0, 1, 2])
        #expect(try stores.timeline().state(at: 3) == ["count": 3])
        #expect(lines.count == 1, "\(lines)")
    }

    @Test("After a jump of a client that filters its actions, the next action does not get the state at the pointer")
    func filteredJump() async throws {
        let stores = try Stores()
        func send(through last: Int, at index: Int, hidden: Set<Int>) async throws {
            let ids = Array(0...last)
            let shown = ids.filter { !hidden.contains($0) }
            let actions = ids.map {
                #""\#($0)":{"action":{"type":"\#($0 == 0 ? "@@INIT" : "A")","n":\#($0)},"timestamp":1}"#
            }
            let lifted = """
                {"actionsById":{\(actions.joined(separator: ","))},"nextActionId":\(last + 1),
                "stagedActionIds":\(shown),"skippedActionIds":[],"currentStateIndex":\(index),
                "computedStates":[\(shown.map { "{\"state\":{\"count\":\($0)}}" }.joined(separator: ","))]}
                """
            let payload: Tree = .string(lifted)
            let message: Tree = ["type": "STATE", "instanceId": "x", "name": "Counter", "payload": payload]
            try await stores.send(message.text)
        }
        try await send(through: 9, at: 9, hidden: [2, 4, 6])
        try await send(through: 9, at: 8, hidden: [2, 4, 6])
        #expect(try stores.timeline().cursor() == 5)
        let action: Tree = .string(#"{"action":{"type":"A","n":10},"timestamp":1}"#)
        try await stores.send(
            ([
                "type": "ACTION", "instanceId": "x", "name": "Counter", "payload": #"{"count":8}"#, "action": action,
                "nextActionId": 11,
            ] as Tree).text
        )
        try await send(through: 10, at: 8, hidden: [2, 4, 6])
        await stores.clients.close()
        #expect(try stores.counts() == [0, 1, 3, 5, 7, 8, 9, 10])
    }

    @Test("A store that comes back has its actions once, also those whose falsy states it did not send")
    func falsyStatesBeforeReconnection() async throws {
        let stores = try Stores()
        let states: [Int: String] = [5: "false", 9: "0", 10: "0", 11: "\"\"", 12: "false"]
        func state(_ id: Int) -> String { states[id] ?? #"{"count":\#(id)}"# }
        func lifted(_ ids: ClosedRange<Int>) -> Tree {
            let actions = ids.map { #""\#($0)":{"action":{"type":"Add","n":\#($0)},"timestamp":1}"# }
            return .string(
                """
                {"actionsById":{\(actions.joined(separator: ","))},"nextActionId":\(ids.upperBound + 1),
                "stagedActionIds":\(Array(ids)),"currentStateIndex":\(ids.count - 1),
                "computedStates":[\(ids.map { "{\"state\":\(state($0))}" }.joined(separator: ","))],
                "committedState":\(state(ids.lowerBound - 1))}
                """
            )
        }
        func send(_ members: [(String, Tree)]) async throws {
            let head: [(String, Tree)] = [("instanceId", "x"), ("name", "Counter")]
            try await stores.send(Tree(members: head + members).text)
        }
        try await send([("type", "STATE"), ("payload", lifted(1...3))])
        for id in 4...13 {
            var members: [(String, Tree)] = [
                ("type", "ACTION"), ("action", .string(#"{"action":{"type":"Add","n":\#(id)},"timestamp":1}"#)),
                ("nextActionId", .integer(Int64(id + 1))),
            ]
            if states[id] == nil { members.append(("payload", .string(state(id)))) }
            try await send(members)
        }
        await stores.clients.leave("a")
        try await send([("type", "STATE"), ("payload", lifted(11...14))])
        await stores.clients.close()
        let rows = try rows(stores)
        #expect(rows.map { $0.payload?.child("n")?.int } == Array(1...14))
        #expect(rows.map(\.parent) == Array(0...13))
        #expect(rows.filter { $0.status == .dropped }.map(\.seq) == [5, 9, 10, 11, 12])
        #expect(try stores.counts()[13...] == [13, 14])
    }

    @Test("A store that has been asked for its history is not asked again before it answers", arguments: [false, true])
    func askedOnce(isMissingTheLast: Bool) async throws {
        let stores = try Stores()
        try await stores.sendHistory([0, 1, 2, 3], at: 1)
        await stores.clients.leave("a")
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        func act(_ id: Int) async throws {
            let action: Tree = .string(#"{"action":{"type":"INCREMENT","n":\#(id)},"timestamp":1700000000000}"#)
            let members: [(String, Tree)] = [
                ("type", "ACTION"), ("instanceId", "x"), ("name", "Counter"), ("action", action),
                ("payload", #"{"count":1}"#), ("nextActionId", .integer(Int64(id + 1))),
            ]
            try await stores.send(Tree(members: members).text) { message in
                if message.child("type") == "UPDATE" { ask.yield() }
                return true
            }
        }
        for id in 4...8 { try await act(id) }
        if isMissingTheLast { try await stores.sendHistory(Array(0...7), at: 1) }
        try await stores.sendHistory(Array(0...8), at: 1)
        await stores.clients.close()
        ask.finish()
        #expect(await asked.reduce(0) { count, _ in count + 1 } == (isMissingTheLast ? 2 : 1))
        #expect(try stores.counts() == Array(0...8).map { $0 })
    }

    @Test("A value in as many containers as a session can hold is kept, and one more is replaced and reported")
    func depth() async throws {
        for count in [255, 256, 257] {
            let stores = try Stores()
            let deep = String(repeating: "[", count: count) + "7" + String(repeating: "]", count: count)
            let message: Tree = [
                "type": "ACTION", "instanceId": "x", "name": "Counter", "payload": .string(deep),
                "action": #"{"type":"A"}"#,
            ]
            try await stores.send(message.text)
            let lines = await stores.close()
            #expect(try (stores.timeline().state(at: 1).text == deep) == (count <= 256), "\(count)")
            #expect(lines.count == (count <= 256 ? 1 : 2), "\(lines)")
        }
    }
}
