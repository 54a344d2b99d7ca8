import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite("Whether any recorded state has something at a pointer") struct PresenceTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.session() }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Compares the answers for pointers that states have, and for some with other names, with the states themselves.
    /// Gives how many pointers are nowhere.
    private func expectExact(_ session: BranchingSession, seed: UInt64) throws -> Int {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        var random = SplitMix64(seed: seed)
        let all = Set(session.states.flatMap(\.pointers))
        let sorted = all.sorted { $0.description < $1.description }
        for _ in 0..<60 {
            let pointer = random.pick(sorted)
            let presence = try timeline.presence(of: pointer)
            #expect(presence != .nowhere, "\(pointer)")
            if case .somewhere(let seq?) = presence { #expect(session.states[seq][pointer] != nil, "\(pointer)") }
        }
        var missing = 0
        for _ in 0..<60 {
            var pointer = random.pick(sorted)
            guard !pointer.tokens.isEmpty else { continue }
            pointer.tokens[random.below(pointer.tokens.count)] = random.pick([
                "nmae", "items", "é", "e\u{301}", "$", "$$", "0", "7", "\0", "a/b",
            ])
            let isThere = session.states.contains { $0[pointer] != nil }
            let presence = try timeline.presence(of: pointer)
            if isThere {
                #expect(presence != .nowhere, "\(pointer)")
            } else {
                #expect(presence == .nowhere || presence == .somewhere(seq: nil), "\(pointer)")
                if presence == .nowhere { missing += 1 }
            }
        }
        return missing
    }

    @Test(arguments: UInt64(1)...6)
    func `Random sessions with branches and unknown effects`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 80)
        try session.write(to: url)
        #expect(try expectExact(session, seed: seed) > 10)
    }

    @Test(arguments: UInt64(21)...23) func `Random operations of all kinds`(seed: UInt64) throws {
        let session = BranchingSession(operationsFrom: seed, count: 40)
        try session.write(to: url)
        #expect(try expectExact(session, seed: seed) > 5)
    }

    @Test(arguments: UInt64(51)...52)
    func `What is left of a session, of whose branches the beginnings went`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 700, branching: 5, losing: 1_000)
        try session.write(to: url)
        _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 100), now: 0)
        let timeline = try Timeline(opening: url)
        var pointers: Set<Pointer> = []
        for seq in timeline.last - 20...timeline.last {
            if let state = try? timeline.state(at: seq) { pointers.formUnion(state.pointers) }
        }
        for pointer in pointers.sorted(by: { $0.description < $1.description }).prefix(50) {
            #expect(try timeline.presence(of: pointer) != .nowhere, "\(pointer)")
        }
        #expect(try timeline.presence(of: ["no such slice"]) == .nowhere)
    }

    @Test func `What was moved more often than is followed may be somewhere, and nothing is lost by that`() throws {
        var states: [Tree] = [["p0": ["v": 1], "other": 0]]
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for seq in 1...60 {
                let patch = Patch([.move(from: ["p\(seq - 1)"], to: ["p\(seq)"])])
                states.append(try states[seq - 1].applying(patch))
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A", patch: patch)
                try transaction.append(record, state: states[seq])
            }
        }
        try writer.close()
        let timeline = try Timeline(opening: url)
        for seq in [0, 1, 16, 30, 31, 32, 33, 60] {
            // Only the first state says that it has `v`; every other place was moved to from the one before.
            #expect(try timeline.presence(of: ["p\(seq)", "v"]) != .nowhere, "\(seq)")
            let absent = try timeline.presence(of: ["p\(seq)", "nowhere"])
            #expect(absent == (seq < 32 ? .nowhere : .somewhere(seq: nil)), "\(seq)")
        }
        #expect(try timeline.presence(of: ["other", "nowhere"]) == .nowhere)
    }

    @Test(arguments: [Tree.depthLimit, Tree.readableDepth])
    func `What is as deep as readers must know is there`(levels: Int) throws {
        try BranchingSession(states: [[:], Nesting.objects.value(levels: levels, around: 1, "t")]).write(to: url)
        let pointer = Nesting.objects.pointer(levels: levels)
        #expect(try Timeline(opening: url).presence(of: pointer) != .nowhere)
    }

    private static let text = Tree.string(String(repeating: "A text that is long enough to be a chunk. ", count: 50))

    /// A state that is stored in several chunks.
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
    func `What came and went again, by itself or in what was written whole, was there`(tokens: [String], seq: Int)
        throws
    {
        try BranchingSession(states: Self.states).write(to: url)
        #expect(try Timeline(opening: url).presence(of: Pointer(tokens)) == .somewhere(seq: seq))
    }

    @Test(
        arguments: [
            ["details"], ["detail", "code"], ["detail", "error", "Code"], ["list", "0", "titel"], ["titles"],
            ["list", "title"], ["list", "0", "id", "x"], ["users", "7", "nam"], ["users", "ann"], ["title", "0"], [""],
            ["users", "7", "tags", "0"], ["name"], ["detail", "id", "error"],
            Array(repeating: "list", count: 20_000),
        ]
    )
    func `What no state has is nowhere, wherever else its names are`(tokens: [String]) throws {
        try BranchingSession(states: Self.states).write(to: url)
        #expect(try Timeline(opening: url).presence(of: Pointer(tokens)) == .nowhere)
    }

    @Test func `Which index an element had is not looked for`() throws {
        try BranchingSession(states: Self.states).write(to: url)
        let timeline = try Timeline(opening: url)
        for pointer: Pointer in [["list", "5", "title"], ["list", "-"], ["users", "8", "name"]] {
            #expect(try timeline.presence(of: pointer) == .somewhere(seq: nil))
        }
    }

    @Test func `What was moved or copied to another place was there`() throws {
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
        // The last one came and went within one patch.
        for pointer: Pointer in [["b", "x", "y"], ["c", "x", "y"], ["c", "x"], ["d", "z"]] {
            #expect(try timeline.presence(of: pointer) != .nowhere)
        }
        for pointer: Pointer in [["c", "y"], ["b", "z"], ["a", "y"]] {
            #expect(try timeline.presence(of: pointer) == .nowhere)
        }
    }

    @Test func `A damaged session has no certain answer`() throws {
        try BranchingSession(states: Self.states).write(to: url)
        try Damage.execute("DELETE FROM chunk", in: url)
        #expect(try Timeline(opening: url).presence(of: ["nowhere"]) == .somewhere(seq: nil))
    }

    @Test func `Pointers of an expression at which nothing was found are told as they are written`() throws {
        try BranchingSession(states: Self.states).write(to: url)
        let timeline = try Timeline(opening: url)
        let condition = try Condition(
            "at('/detail/id') OR was('/nowhere') OR at('/o''clock') OR at('/title') IS NULL OR payload('/p') OR at('/' || 'x')"
        )
        #expect(try timeline.firstMatch(where: condition, from: 0) == nil)
        #expect(condition.missingPointers == [["nowhere"], ["o'clock"]])
        let query = try SessionQuery(
            "SELECT state(seq, '/list/0'), state(seq, '/lst'), state(99, '/users'), state(1, '/' || 'x') FROM action",
            of: timeline.session,
            bounds: SQLBounds()
        )
        while try query.next() != nil {}
        #expect(query.missingPointers == [["lst"]])
    }
}
