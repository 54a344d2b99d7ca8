import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindInspector

private struct Numbers: Codable, Equatable {
    var list: [Int] = []
    var last = 0
}

private struct Add: Codable, Equatable {
    var value: Int
}

@Sendable private func reduce(_ state: Numbers, _ action: Add) -> Numbers {
    // Some actions clear the list, so that earlier skipped actions no longer matter.
    if action.value % 7 == 0 { return Numbers(list: [], last: action.value) }
    return Numbers(list: state.list + [action.value], last: action.value)
}

private func tree(_ value: some Encodable) throws -> Tree {
    var encoder = TreeEncoder()
    return try encoder.encode(value)
}

@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10))) struct WhatIfRouteTests {
    private static let count = 50
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private let app = RegisteredApp(reducer: reduce, actions: [Add.self])

    init() throws {
        let writer = try SessionWriter(creating: folder.session(), facts: ["app": "Numbers"], syncs: false)
        try writer.write { transaction in
            var state = Numbers()
            try transaction.setInitialState(tree(state))
            for seq in 1...Self.count {
                let next = reduce(state, Add(value: seq))
                let (old, new) = (try tree(state), try tree(next))
                let payload = try tree(Add(value: seq))
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: Int64(seq),
                    type: "Add",
                    payload: payload,
                    patch: new.patch(from: old)
                )
                try transaction.append(record, state: new)
                state = next
            }
        }
        try writer.close()
    }

    private func states(without skipped: Set<Int>) -> [Numbers] {
        var states = [Numbers()]
        for seq in 1...Self.count {
            states.append(skipped.contains(seq) ? states[seq - 1] : reduce(states[seq - 1], Add(value: seq)))
        }
        return states
    }

    /// Returns the app, whose screen is its state; `stall` blocks a re-run after some actions.
    private func inspected(stall: @escaping @Sendable (Int) -> Void = { _ in }) -> InspectedApp {
        let app = app
        return InspectedApp(
            text: { $0.text },
            whatIf: WhatIfRunner { question, tell in
                let timeline = try Timeline(opening: question.url)
                defer { timeline.session.close() }
                let run = try WhatIfRun(question.changes, of: timeline, to: question.end, with: app)
                _ = try run.run(telling: { step in
                    stall(step.seq)
                    guard tell(step) else { throw CancellationError() }
                })
            },
            tests: (app, "reduce")
        )
    }

    private func finished(_ server: SampleServer, _ skip: String) async throws -> [String: Any] {
        try await finished(server, changes: "skip=\(skip)")
    }

    private func finished(_ server: SampleServer, changes: String) async throws -> [String: Any] {
        var answer: [String: Any] = [:]
        try await waitUntil {
            answer = try server.json("/api/0/whatif?\(changes)&end=\(Self.count)")
            return answer["state"] as? String != "running"
        }
        return answer
    }

    @Test(arguments: [[3], [3, 12], [7], [50], [1, 2, 49]])
    func `The other outcome is the reducer's result for the remaining actions`(skipped: [Int]) async throws {
        let states = states(without: Set(skipped))
        let recorded = self.states(without: [])
        try await SampleServer.run([url], app: inspected()) { server in
            #expect(try server.json("/api/0")["reruns"] as? Bool == true)
            let skip = skipped.map(String.init).joined(separator: ",")
            let answer = try await finished(server, skip)
            #expect(answer["state"] as? String == "done")
            let marks = try #require(answer["marks"] as? [[String: Any]])
            let marked = marks.filter { $0["outcome"] as? String == "skipped" }
            #expect(marked.compactMap { $0["seq"] as? Int } == skipped)
            let apart = (1...Self.count).filter { states[$0] != recorded[$0] }
            #expect(answer["parts"] as? Int == apart.first)
            #expect(answer["meets"] as? Int == (apart.last == Self.count ? nil : apart.last.map { $0 + 1 }))
            var inside: [Int] = []
            for stretch in try #require(answer["apart"] as? [[String: Int]]) {
                inside += (stretch["from"] ?? 0)..<(stretch["again"] ?? Self.count + 1)
            }
            #expect(inside == apart)
            let query = "skip=\(skip)&end=\(Self.count)"
            for seq in [1, 3, 6, 7, 12, 13, 14, 20, 49, 50] {
                let screen = try server.json("/api/0/whatif/screen?\(query)&at=\(seq)")
                let text = try tree(states[seq]).text
                #expect(screen["text"] as? String == text)
                let diff = try server.json("/api/0/whatif/diff?\(query)&at=\(seq)")
                #expect((diff["count"] as? Int == 0) == (states[seq] == recorded[seq]), "\(seq)")
            }
            let next = try server.json("/api/0/whatif/next?\(query)&from=0")
            #expect(next["seq"] as? Int == skipped.first)
        }
    }

    /// Changes, and the values that run at each place with them.
    private static let mixes: [(changes: String, values: @Sendable (Int) -> [Int], marks: [String])] = [
        (#"edit=9:{"value":100}"#, { [$0 == 9 ? 100 : $0] }, ["9 edited"]),
        (#"edit=9:{"type":"Add","payload":{"value":14}}"#, { [$0 == 9 ? 14 : $0] }, ["9 edited"]),
        (#"insert=4:{"type":"Add","payload":{"value":80}}"#, { $0 == 4 ? [4, 80] : [$0] }, ["4 added"]),
        (#"insert=0:{"type":"Add","payload":{"value":80}}"#, { $0 == 0 ? [80] : [$0] }, ["0 added"]),
        (
            #"insert=50:{"type":"Add","payload":{"value":5}}&skip=50"#,
            { $0 == 50 ? [5] : [$0] }, ["50 skipped", "50 added"]
        ),
        ("reorder=9:4", { $0 == 4 ? [4, 9] : $0 == 9 ? [] : [$0] }, ["4 added", "9 moved"]),
        (
            #"reorder=9:4&reorder=5:9&edit=5:{"value":3}"#,
            { $0 == 4 ? [4, 9, 3] : $0 == 9 || $0 == 5 ? [] : [$0] }, ["4 added", "4 added", "5 moved", "9 moved"]
        ),
    ]

    @Test(arguments: mixes.indices)
    func `Edited, inserted and moved actions run at their places`(index: Int) async throws {
        let (changes, values, marks) = Self.mixes[index]
        var (state, states): (Numbers, [Numbers]) = (Numbers(), [])
        for seq in 0...Self.count {
            for value in values(seq) where seq > 0 || value > 0 { state = reduce(state, Add(value: value)) }
            states.append(state)
        }
        let recorded = self.states(without: [])
        try await SampleServer.run([url], app: inspected()) { server in
            let query = changes.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
            let answer = try await finished(server, changes: query)
            #expect(answer["state"] as? String == "done", "\(answer)")
            let found = try #require(answer["marks"] as? [[String: Any]])
                .map { "\($0["seq"] ?? "") \($0["outcome"] ?? "")" }
            #expect(found.filter { !$0.hasSuffix("other") } == marks)
            var inside: [Int] = []
            for stretch in try #require(answer["apart"] as? [[String: Int]]) {
                inside += (stretch["from"] ?? 0)..<(stretch["again"] ?? Self.count + 1)
            }
            #expect(inside == (0...Self.count).filter { states[$0] != recorded[$0] })
            for seq in [0, 4, 5, 8, 9, 10, 14, 50] {
                let screen = try server.json("/api/0/whatif/screen?\(query)&end=50&at=\(seq)")
                #expect(screen["text"] as? String == (try tree(states[seq]).text), "\(seq)")
            }
        }
    }

    @Test func `A malformed question is refused with a message`() async throws {
        try await SampleServer.run([url], app: inspected()) { server in
            for query in [
                "", "skip=3", "end=50", "skip=x&end=50", "skip=0&end=50", "skip=-1&end=50", "skip=3&end=51",
                "skip=&end=50", "edit=3&end=50", "edit=3:%7B&end=50", "edit=x:1&end=50", "edit=0:1&end=50",
                "insert=3:%7B%7D&end=50", "insert=-1:%7B%22type%22:%22Add%22%7D&end=50", "reorder=3&end=50",
                "reorder=3:x&end=50",
                "skip=\((1...1_001).map(String.init).joined(separator: ","))&end=50", "skip=3&end=99999999999999999999",
            ] {
                let answer = try server.get("/api/0/whatif?\(query)")
                #expect(
                    [400, 404].contains(answer.status) && answer.body.contains("\"error\":"),
                    "\(query.prefix(40))"
                )
            }
            // What cannot be decoded is refused before the re-run.
            let undecodable = try await finished(server, changes: "edit=9:%7B%22value%22:%22x%22%7D")
            #expect(undecodable["state"] as? String == "stopped" && undecodable["at"] as? Int == 0)
            // A missing action is an error of the re-run.
            #expect(try await finished(server, "60")["state"] as? String == "stopped")
            #expect(try server.get("/api/0/whatif/diff?skip=3&end=50&at=51").status == 404)
            #expect(try server.get("/api/0/whatif/nothing?skip=3&end=50").status == 404)
            #expect(try server.post("/api/0/whatif", "{}").status == 405)
        }
        try await SampleServer.run([url]) { server in
            let session = try server.json("/api/0")
            #expect(session["reruns"] as? Bool == false)
            #expect(try server.get("/api/0/whatif?skip=3&end=50").isRefusal)
        }
    }

    @Test func `Progress is reported, and a run ends when another one is requested`() async throws {
        let gate = Stall()
        try await SampleServer.run([url], app: inspected { gate.hold(at: $0) }) { server in
            _ = try server.json("/api/0/whatif?skip=3&end=50")
            try await gate.isHeld()
            let answer = try server.json("/api/0/whatif?skip=3&end=50")
            #expect(answer["state"] as? String == "running" && answer["at"] as? Int == 19)
            #expect(try server.get("/api/0/whatif/diff?skip=3&end=50&at=19").status == 200)
            #expect(try server.get("/api/0/whatif/diff?skip=3&end=50&at=20").isRefusal)
            _ = try server.json("/api/0/whatif?skip=4&end=50")
            gate.open()
            #expect(try await finished(server, "4")["state"] as? String == "done")
            #expect(gate.most < 50 || gate.runs > 1)
        }
    }

    @Test func `A run writes no file`() async throws {
        let before = try Data(contentsOf: url)
        try await SampleServer.run([url], app: inspected(), canWrite: true) { server in
            _ = try await finished(server, "3")
        }
        #expect(try Data(contentsOf: url) == before)
        #expect(try folder.contents == ["a.rewind"])
    }
}

/// Blocks a re-run at action 20, once.
private final class Stall: @unchecked Sendable {
    // Safe because all state is accessed under the lock.
    private let condition = NSCondition()
    private var isOpen = false
    private var holds = false
    private(set) var most = 0
    private(set) var runs = 0

    func hold(at seq: Int) {
        condition.withLock {
            most = max(most, seq)
            if seq == 1 { runs += 1 }
            guard seq == 20 else { return }
            holds = true
            while !isOpen { condition.wait() }
        }
    }

    func isHeld() async throws {
        try await waitUntil { condition.withLock { holds } }
    }

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }
}
