import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct ChunkTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private let big: Tree = ["text": .string(String(repeating: "t", count: 1_500)), "n": 1]

    @Test func `A large subtree in payloads, patches and snapshots is stored once`() throws {
        let states: [Tree] = [["list": []], ["list": [big]], ["list": [big, big]], ["other": [big]]]
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { try $0.setInitialState(states[0]) }
        for seq in 1...3 {
            // A copy that shares no nodes: equal values are the same chunk, shared or not.
            let copy = try Tree(parsing: big.text)
            let record = ActionRecord(
                seq: seq,
                parent: seq - 1,
                at: 0,
                type: "Put",
                payload: ["article": copy],
                patch: states[seq].patch(from: states[seq - 1])
            )
            try writer.write { try $0.append(record, state: states[seq]) }
        }
        try writer.close()
        let bodies = try SQL.column("SELECT body FROM chunk WHERE body LIKE '%ttt%'", in: url)
        #expect(bodies.count == 1)
        let text = try SQL.column("SELECT payload FROM action", in: url)
        #expect(text.allSatisfy { $0.hasPrefix("{\"article\":{\"$chunk\":") })
        let reader = try SessionReader(opening: url)
        for seq in 1...3 { #expect(try reader.action(seq)?.payload == ["article": big]) }
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test func `The outline of an operation has empty objects in place of chunks`() throws {
        let text = Tree.string(String(repeating: "t", count: 1_500))
        let article: Tree = ["title": text, "$chunk": 1, "n": 2, "tags": ["a", text]]
        try SampleSession(states: [["a": 1], ["a": 1, "b": article]]).write(to: url)
        let reader = try SessionReader(opening: url)
        let operations = try #require(try reader.row(1, .patch) { try $0.storedPatch } ?? nil)
        let outlines = try operations.map { try reader.outline($0) }
        // The tags are a chunk, as their text is long.
        #expect(outlines == [["title": [:], "$chunk": 1, "n": 2, "tags": [:]]])
        #expect(try reader.patch(1)?.operations == [.add(["b"], article)])
    }

    @Test(
        arguments: [(1_022, false), (1_023, true), (1_500, true), (10, false)]
    )
    func `A value of more than 1,024 bytes of JSON becomes a chunk`(length: Int, isChunk: Bool) throws {
        let text = Tree.string(String(repeating: "t", count: length))
        try SampleSession(states: [["a": 1], ["a": ["text": text]]]).write(to: url)
        let patch = try SQL.column("SELECT patch FROM action", in: url)
        let payload = try SQL.column("SELECT body FROM chunk WHERE body LIKE '\"ttt%'", in: url)
        #expect(patch[0].contains("$chunk") == (length > 1_000))
        #expect(payload.count == (isChunk ? 1 : 0))
    }

    @Test func `A change in one place stores only the chunks on the path to it`() throws {
        let article: (Int) -> Tree = { id in
            ["id": .integer(Int64(id)), "body": .string(String(repeating: "\(id) ", count: 600))]
        }
        var states: [Tree] = [Tree(members: (0..<40).map { (String($0), article($0)) })]
        for seq in 1...300 {
            guard case .object(let node) = states[seq - 1] else { return }
            states.append(
                Tree(members: zip(node.keys, node.values).map { $0 == "7" ? ($0, article(1_000 + seq)) : ($0, $1) })
            )
        }
        try SampleSession(states: states).write(to: url)
        let chunks = try #require(Int(try SQL.column("SELECT count(*) FROM chunk", in: url)[0]))
        // 40 articles at the start, then an article and its body for each action, and one root for each snapshot.
        let snapshots = try #require(Int(try SQL.column("SELECT count(*) FROM snapshot", in: url)[0]))
        #expect(chunks <= 2 * (40 + 300) + snapshots)
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
    }

    @Test func `The hash of a chunk is the digest of its value`() throws {
        let sample = SampleSession(seed: 11, count: 40)
        try sample.write(to: url)
        let reader = try SessionReader(opening: url)
        for row in try SQL.rows("SELECT id, lower(hex(hash)) FROM chunk", in: url) {
            let id = try #require(Int(row[0]))
            #expect(try reader.tree(ofChunk: id).digest.hex == row[1])
        }
        #expect(
            try SQL.column("SELECT lower(hex(hash)) FROM snapshot WHERE seq = 0", in: url) == [
                sample.states[0].digest.hex
            ]
        )
    }

    @Test func `A cycle of chunks is an error`() throws {
        try SampleSession(states: [["a": big], ["a": big, "b": 1]]).write(to: url)
        try SQL.execute("UPDATE chunk SET body = '{\"a\":{\"$chunk\":' || id || '}}'", in: url)
        let reader = try SessionReader(opening: url)
        let root = try #require(Int(try SQL.column("SELECT chunk FROM snapshot WHERE seq = 0", in: url)[0]))
        #expect(throws: SessionError.damaged(path: url.path, .chunkCycle(id: root))) { try reader.snapshot(0) }
        // A second read fails in the same way.
        #expect(throws: SessionError.damaged(path: url.path, .chunkCycle(id: root))) { try reader.snapshot(0) }
    }

    @Test func `A missing chunk is an error that names it`() throws {
        try SampleSession(states: [["a": ["b": big]]]).write(to: url)
        try SQL.execute("DELETE FROM chunk WHERE body LIKE '%ttt%'", in: url)
        let reader = try SessionReader(opening: url)
        #expect {
            try reader.snapshot(0)
        } throws: { error in
            guard case SessionError.damaged(_, .chunkMissing) = error else { return false }
            return true
        }
    }
}
