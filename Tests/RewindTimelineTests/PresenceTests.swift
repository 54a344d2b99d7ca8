import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
@testable import RewindTimeline

@Suite struct PresenceTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    /// Compares the results with the states, for pointers that states have and for some with other tokens. Returns the
    /// number of pointers that no state has.
    private func expectExact(_ states: [Tree], seed: UInt64) throws -> Int {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        var random = SplitMix64(seed: seed)
        let all = Set(states.flatMap(\.pointers)).sorted { $0.description < $1.description }
        var missing = 0
        for number in 0..<120 {
            var pointer = random.pick(all)
            if number % 2 == 1, !pointer.tokens.isEmpty {
                pointer.tokens[random.below(pointer.tokens.count)] = random.pick([
                    "nmae", "items", "é", "e\u{301}", "$", "$$", "0", "7", "-", "\0", "a/b",
                ])
            }
            guard let seq = try timeline.seq(withValueAt: pointer) else {
                #expect(states.allSatisfy { $0[pointer] == nil }, "\(pointer)")
                missing += 1
                continue
            }
            #expect(try timeline.state(at: seq)[pointer] != nil, "\(pointer) at \(seq)")
        }
        return missing
    }

    @Test(arguments: Thoroughness.first(2, of: UInt64(1)...6))
    func `Every pointer is found in random sessions with branches and unknown effects`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 80)
        try session.write(to: url)
        #expect(try expectExact(session.states, seed: seed) > 10)
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(21)...23))
    func `Every pointer is found after random operations of all kinds`(seed: UInt64) throws {
        let session = BranchingSession(operationsFrom: seed, count: 40)
        try session.write(to: url)
        #expect(try expectExact(session.states, seed: seed) > 5)
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(51)...52))
    func `Every pointer is found in a pruned session whose branches lost their beginnings`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 700, branching: 5, losing: 1_000)
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { try $0.setInitialState(session.states[0]) }
        for start in stride(from: 0, to: 700, by: 20) {
            try writer.write { transaction in
                for record in session.records[start..<start + 20] {
                    try transaction.append(record, state: record.patch == nil ? nil : session.states[record.seq])
                }
            }
            try writer.prune(keeping: Retention(maxActions: 100), now: 0)
        }
        try writer.close()
        let timeline = try Timeline(opening: url)
        let states = (timeline.first...timeline.last).compactMap { try? timeline.state(at: $0) }
        try #require(timeline.session.branches().contains { $0.parent < timeline.first })
        timeline.session.close()
        #expect(try expectExact(states, seed: seed) > 10)
    }

    @Test(arguments: [Tree.depthLimit, Tree.readableDepth])
    func `A pointer of the maximum depth is found`(levels: Int) throws {
        try BranchingSession(states: [[:], Nesting.objects.value(levels: levels, around: 1, "t")]).write(to: url)
        let pointer = Nesting.objects.pointer(levels: levels)
        #expect(try Timeline(opening: url).seq(withValueAt: pointer) != nil)
    }

    private static let text = Tree.string(String(repeating: "A text that is long enough to be a chunk. ", count: 50))

    /// Returns a state that is stored in several chunks.
    private static func state(_ detail: Tree?, list: [Tree], users: [(String, Tree)] = []) -> Tree {
        Tree(
            members: [("list", Tree(elements: list)), ("users", Tree(members: users)), ("title", text)]
                + (detail.map { [("detail", $0)] } ?? [])
        )
    }

    private static let states: [Tree] = [
        state(nil, list: []),
        state(["error": ["code": 500, "text": text], "id": .null], list: [["title": text, "id": "a"]]),
        state(nil, list: [["title": text, "id": "a"]], users: [("7", ["name": "Ann", "tags": []])]),
        state(nil, list: []),
    ]

    @Test(
        arguments: [
            (["detail", "error", "code"], 1), (["detail"], 1), (["detail", "id"], 1), (["detail", "error", "text"], 1),
            (["list", "0"], 1), (["list", "0", "title"], 1), (["users", "7", "name"], 2), (["users", "7", "tags"], 2),
            (["users"], 3), ([], 3), (["title"], 3),
        ] as [([String], Int)]
    )
    func `A value that was removed again is found`(tokens: [String], seq: Int)
        throws
    {
        try BranchingSession(states: Self.states).write(to: url)
        #expect(try Timeline(opening: url).seq(withValueAt: Pointer(tokens)) == seq)
    }

    @Test(
        arguments: [
            ["details"], ["detail", "code"], ["detail", "error", "Code"], ["list", "0", "titel"], ["titles"],
            ["list", "title"], ["list", "0", "id", "x"], ["users", "7", "nam"], ["users", "ann"], ["title", "0"], [""],
            ["users", "7", "tags", "0"], ["name"], ["detail", "id", "error"],
            ["list", "1", "title"], ["list", "-"], ["users", "8", "name"], Array(repeating: "list", count: 20_000),
        ]
    )
    func `A pointer that no state has is not found, even if its names occur elsewhere`(tokens: [String]) throws {
        try BranchingSession(states: Self.states).write(to: url)
        #expect(try Timeline(opening: url).seq(withValueAt: Pointer(tokens)) == nil)
    }

    @Test func `A value that was moved or copied is found at its new place`() throws {
        let start: Tree = ["a": ["x": ["y": 1]], "b": [:], "list": [["z": 1]]]
        let patches = [
            Patch([.move(from: ["a", "x"], to: ["b", "x"])]), Patch([.copy(from: ["b"], to: ["c"])]),
            Patch([.move(from: ["list", "0"], to: ["d"]), .remove(["d"])]), Patch([.remove(["c"]), .remove(["b"])]),
        ]
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(start)
            var state = start
            for (index, patch) in patches.enumerated() {
                state = try state.applying(patch)
                let record = ActionRecord(seq: index + 1, parent: index, at: 0, type: "A", patch: patch)
                try transaction.append(record, state: state)
            }
        }
        try writer.close()
        let timeline = try Timeline(opening: url)
        for pointer: Pointer in [["b", "x", "y"], ["c", "x", "y"], ["c", "x"]] {
            #expect(try timeline.seq(withValueAt: pointer) != nil)
        }
        // The last one was added and removed within one patch.
        for pointer: Pointer in [["c", "y"], ["b", "z"], ["a", "y"], ["d", "z"]] {
            #expect(try timeline.seq(withValueAt: pointer) == nil)
        }
    }

    @Test func `Very many possible moves do not make an unused name appear`() throws {
        func article(_ id: Int) -> Tree { ["id": .integer(Int64(id)), "title": "t"] }
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            var state: Tree = ["list": Tree(elements: (0..<10).map(article)), "titles": 0]
            try transaction.setInitialState(state)
            for seq in 1...5_000 {
                let patch = Patch([.add(["list", "0"], article(seq)), .remove(["list", "10"])])
                state = try state.applying(patch)
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A", patch: patch)
                try transaction.append(record, state: state)
            }
        }
        try writer.close()
        let timeline = try Timeline(opening: url)
        #expect(try timeline.seq(withValueAt: ["list", "3", "title"]) == 5_000)
        #expect(try timeline.seq(withValueAt: ["list", "3", "titel"]) == nil)
        for pointer: Pointer in [["list", "70", "title"], ["list", "3", "titles"]] {
            #expect(throws: Timeline.UncertainPresence.self) { try timeline.seq(withValueAt: pointer) }
        }
    }

    @Test func `A search for a pointer in a damaged session is an error`() throws {
        try BranchingSession(states: Self.states).write(to: url)
        try Damage.execute("DELETE FROM chunk", in: url)
        #expect(throws: SessionError.damaged(path: url.path, .chunkMissing(id: 2))) {
            try Timeline(opening: url).seq(withValueAt: ["nowhere"])
        }
    }

    @Test(
        arguments: [
            ("at('/a/b') OR was( '/c' ) AND AT('/o''clock')", ["/a/b", "/c", "/o'clock"]),
            ("payload('/p') IS NULL OR format('/x') OR type = '/y' OR at('x')", []),
            ("at('/' || 'x') OR at(lower('/X'))", []),
            (
                "SELECT state(seq, '/list/0'), state(max(1, 2), '/b'), state(3, '' || seq) FROM action",
                ["/list/0", "/b"]
            ),
        ]
    )
    func `The pointers in a text of SQL are those passed to functions as literals`(
        sql: String,
        pointers: [String]
    ) {
        #expect(Pointer.named(in: sql).map(\.description) == pointers)
    }
}
