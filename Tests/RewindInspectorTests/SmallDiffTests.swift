import RewindTree
import TestSupport
import Testing

@testable import RewindInspector

/// The differences that the page shows: no larger than the change, and with the equal parts around it cut.
@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10))) struct SmallDiffTests {
    private func groups(_ old: Tree, _ new: Tree) async throws -> [[String: Any]] {
        let folder = TemporaryFolder()
        try BranchingSession(states: [old, new]).write(to: folder.session())
        var groups: [[String: Any]] = []
        try await SampleServer.run([folder.session()]) { server in
            groups = try server.json("/api/0/diff?to=1")["groups"] as? [[String: Any]] ?? []
        }
        return groups
    }

    private func lines(_ old: Tree, _ new: Tree) async throws -> [[String: Any]] {
        try await groups(old, new).flatMap { $0["lines"] as? [[String: Any]] ?? [] }
    }

    @Test func `A state that stays null has no difference`() async throws {
        #expect(try await groups(.null, .null).isEmpty)
        let lines = try await lines(.null, ["a": 1])
        #expect(lines.map { $0["op"] as? String } == ["add"])
    }

    @Test func `The equal elements around a change are counted`() async throws {
        let many = (0..<50_000).map { Tree.integer(Int64($0)) }
        var fewer = many
        fewer.remove(at: 20)
        let removed = try await lines(["v": Tree(elements: many)], ["v": Tree(elements: fewer)])
        #expect(removed.map { $0["op"] as? String } == ["gap", "remove", "gap"])
        #expect(removed.map { $0["count"] as? Int } == [20, nil, 49_979])
        var other = many
        (other[7], other[9]) = (-1, [])
        let changed = try await lines(["v": Tree(elements: many)], ["v": Tree(elements: other)])
        #expect(changed.map { $0["op"] as? String } == ["gap", "change", "gap", "change", "gap"])
        #expect(changed.map { $0["count"] as? Int } == [7, nil, 1, nil, 49_990])
        let inside = try await lines(["v": [1, ["a": 1], 3, 4]], ["v": [1, ["a": 2], 3, 5]])
        #expect(inside.compactMap { $0["count"] as? Int } == [2])
    }

    @Test func `A long text is cut to its change`() async throws {
        let text = String(repeating: "some words ", count: 10_000)
        let new = text + "CHANGED " + text
        let (before, after) = (Tree.string(text + text), Tree.string(new))
        for (old, new) in [(before, after), ([1, 2, before], [2, after])] {
            let changes = try await lines(["t": old], ["t": new]).filter { $0["op"] as? String == "change" }
            let line = try #require(changes.last)
            let value = try #require(line["new"] as? [String: Any])
            #expect((value["text"] as? String)?.contains("CHANGED") == true)
            #expect(value["skipped"] as? Int == text.count - 200)
            #expect(value["length"] as? Int == 2 * text.count + 8)
        }
    }
}
