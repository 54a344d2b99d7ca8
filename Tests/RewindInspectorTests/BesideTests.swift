import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindInspector

@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10)))
struct BesideTests {
    private let folder = TemporaryFolder()
    private var urls: [URL] { [folder.session(), folder.session("b.rewind")] }

    /// Writes a counter whose actions add these numbers, and its reducer others to them.
    private func write(_ numbers: [Int64], adding others: [Int64] = [], to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            var (state, sum): (Tree, Int64) = (["sum": 0], 0)
            try transaction.setInitialState(state)
            for (index, number) in numbers.enumerated() {
                sum += number + (others.isEmpty ? 0 : others[index])
                let next: Tree = ["sum": .integer(sum)]
                let patch = next.patch(from: state)
                var record = ActionRecord(seq: index + 1, parent: index, at: 0, type: "Add", patch: patch)
                record.payload = ["number": .integer(number)]
                try transaction.append(record, state: next)
                state = next
            }
        }
        try writer.close()
    }

    @Test func `Two sessions are aligned by their actions, and their states compared`() async throws {
        try write([1, 2, 3, 4, 5], to: urls[0])
        try write([1, 2, 7, 8, 4, 5, 6], to: urls[1])
        try await SampleServer.run(urls) { server in
            let answer = try server.json("/api/0/beside?with=1")
            #expect(answer["sameThrough"] as? Int == 2 && answer["aligned"] as? Bool == true)
            #expect(answer["onlyA"] as? [Int] == [3] && answer["onlyB"] as? [Int] == [3, 4, 7])
            let back = try server.json("/api/1/beside?with=0")
            #expect(back["onlyA"] as? [Int] == [3, 4, 7] && back["onlyB"] as? [Int] == [3])
            let diff = try server.json("/api/0/beside/diff?with=1&at=5&other=6")
            #expect(diff["from"] as? Int == 5 && diff["to"] as? Int == 6 && diff["count"] as? Int == 1)
            let groups = try #require(diff["groups"] as? [[String: Any]])
            let line = try #require((groups.first?["lines"] as? [[String: Any]])?.first)
            #expect((line["old"] as? [String: Any])?["text"] as? String == "15")
            #expect((line["new"] as? [String: Any])?["text"] as? String == "27")
        }
    }

    @Test func `The same actions can lead to different states, in ranges of actions`() async throws {
        try write([1, 2, 3, 4, 5, 6], to: urls[0])
        // As after a change of the reducer: #3 and #4 have another effect, and #5 makes up for it.
        try write([1, 2, 3, 4, 5, 6], adding: [0, 0, 10, 0, -10, 0], to: urls[1])
        try await SampleServer.run(urls) { server in
            let answer = try server.json("/api/0/beside?with=1")
            #expect(answer["sameThrough"] as? Int == 2 && answer["onlyA"] as? [Int] == [])
            #expect(answer["apart"] as? [[String: Int]] == [["from": 3, "again": 5]])
            #expect(answer["changes"] as? [Int] == [3, 5])
        }
    }

    @Test(
        arguments: [([1, 2], [1, 2, 3]), ([1, 2, 3], [1, 2]), ([1, 2], [1, 2]), ([4], [5])] as [([Int64], [Int64])]
    )
    func `A session that ends earlier lacks the rest`(a: [Int64], b: [Int64]) async throws {
        try write(a, to: urls[0])
        try write(b, to: urls[1])
        try await SampleServer.run(urls) { server in
            let answer = try server.json("/api/0/beside?with=1")
            let same = zip(a, b).prefix { $0 == $1 }.count
            #expect(answer["sameThrough"] as? Int == same)
            #expect(answer["onlyA"] as? [Int] == Array((same..<a.count).map { $0 + 1 }))
            #expect(answer["onlyB"] as? [Int] == Array((same..<b.count).map { $0 + 1 }))
        }
    }

    @Test func `An impossible comparison is refused with a message`() async throws {
        try write([1], to: urls[0])
        try write([1], to: urls[1])
        try await SampleServer.run(urls) { server in
            for path in [
                "beside", "beside?with=2", "beside?with=x", "beside/diff?with=1", "beside/diff?with=1&at=1&other=9",
                "beside/diff?with=1&at=9&other=1", "beside/nothing?with=1",
            ] {
                let answer = try server.get("/api/0/\(path)")
                #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
                #expect(answer.body.contains("\"error\":"), "\(path)")
            }
        }
    }
}
