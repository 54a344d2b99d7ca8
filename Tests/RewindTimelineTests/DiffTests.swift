import Foundation
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@Suite struct DiffTests {
    private let folder = TemporaryFolder()

    private func timeline(_ states: [Tree]) throws -> Timeline {
        try BranchingSession(states: states).write(to: folder.session())
        return try Timeline(opening: folder.session())
    }

    @Test(arguments: UInt64(1)...4)
    func `A difference leads from one state to the other in both directions`(seed: UInt64) throws {
        let sample = BranchingSession(seed: seed, count: 60)
        try sample.write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        var random = SplitMix64(seed: seed)
        for _ in 0..<80 {
            let (from, to) = (random.below(61), random.below(61))
            let patch = try #require(try timeline.patch(from: from, to: to))
            #expect(try sample.states[from].applying(patch) == sample.states[to])
            let difference = try #require(try timeline.difference(from: from, to: to))
            #expect(difference == StateDifference(from: sample.states[from], to: sample.states[to]))
        }
    }

    @Test func `A difference has the previous values`() throws {
        let timeline = try timeline([
            ["a": 1, "b": ["c": "old"], "gone": [1, 2]], ["a": 2, "b": ["c": "new"], "came": true],
        ])
        #expect(
            try timeline.difference(from: 0, to: 1)?.changes == [
                Change(.replace, ["a"], old: 1, new: 2), Change(.add, ["came"], new: true),
                Change(.remove, ["gone"], old: [1, 2]), Change(.replace, ["b", "c"], old: "old", new: "new"),
            ]
        )
    }

    @Test func `A difference below a pointer has pointers from the root`() throws {
        let timeline = try timeline([["a": ["b": [1, 2]], "x": 1], ["a": ["b": [1, 3]], "x": 2]])
        #expect(try timeline.patch(from: 0, to: 1, at: ["a"]) == Patch([.replace(["a", "b", "1"], 3)]))
        #expect(
            try timeline.difference(from: 1, to: 0, at: ["x"])?.changes == [Change(.replace, ["x"], old: 2, new: 1)]
        )
        #expect(try timeline.patch(from: 0, to: 1, at: ["a", "b", "0"]) == Patch([]))
    }

    @Test(
        arguments: [["a"], ["a", "b"], ["a", "b", "c"], ["list", "0"], ["list", "2"]] as [Pointer]
    )
    func `A value in only one of the states is one addition or removal`(pointer: Pointer) throws {
        let full: Tree = ["a": ["b": ["c": 7]], "list": [1, 2, 3]]
        let timeline = try timeline([["list": []], full])
        #expect(
            try timeline.difference(from: 0, to: 1, at: pointer)?.changes == [Change(.add, pointer, new: full[pointer])]
        )
        #expect(
            try timeline.difference(from: 1, to: 0, at: pointer)?.changes == [
                Change(.remove, pointer, old: full[pointer])
            ]
        )
    }

    @Test func `Names with other bytes are different members`() throws {
        let timeline = try timeline([["x": ["é": 1, "n": 1]], ["x": ["e\u{301}": 1, "n": 2]]])
        let changes = try #require(try timeline.difference(from: 0, to: 1)).changes
        #expect(
            Set(changes) == [
                Change(.remove, ["x", "é"], old: 1), Change(.add, ["x", "e\u{301}"], new: 1),
                Change(.replace, ["x", "n"], old: 1, new: 2),
            ]
        )
    }

    @Test func `A value in neither of the states has no difference`() throws {
        let timeline = try timeline([["a": 1], ["a": 2]])
        #expect(try timeline.patch(from: 0, to: 1, at: ["b"]) == nil)
        #expect(try timeline.difference(from: 0, to: 1, at: ["a", "b"]) == nil)
    }
}
