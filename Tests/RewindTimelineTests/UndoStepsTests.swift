import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindUpkeep

@Suite struct UndoStepsTests {
    /// An action: its parent, its type, and the fields that it changes; nil for an unknown effect.
    private typealias Action = (parent: Int, type: String, fields: [String]?)

    private let folder = TemporaryFolder()

    private func timeline(_ actions: [Action]) throws -> Timeline {
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            var states: [Tree] = [["a": 0, "b": 0, "c": 0]]
            try transaction.setInitialState(states[0])
            for (index, action) in actions.enumerated() {
                let seq = index + 1
                let patch = action.fields.map { fields in
                    Patch(fields.map { .replace(Pointer([$0]), .integer(Int64(seq))) })
                }
                states.append(try states[action.parent].applying(patch ?? Patch([])))
                try transaction.append(
                    ActionRecord(seq: seq, parent: action.parent, at: 0, type: action.type, patch: patch),
                    state: patch == nil ? nil : states[seq]
                )
            }
        }
        try writer.close()
        return try Timeline(opening: folder.session())
    }

    /// The app starts; the user types into two fields, opens a page, which loads, and types again.
    private static let typing: [Action] = [
        (0, "Init", ["a", "b", "c"]), (1, "Type", ["a"]), (2, "Type", ["a"]), (3, "Type", ["a"]), (4, "Type", ["b"]),
        (5, "Open", ["c"]), (6, "Load", ["c"]), (7, "Load", ["c"]), (8, "Type", ["b"]), (9, "Type", ["b"]),
    ]
    private static let undoable = UndoSteps(
        isUndoable: { $0 == "Type" || $0 == "Open" },
        groupBy: { $0.type == "Type" ? $0.patch?.pointers : nil }
    )

    @Test(
        arguments: [
            (10, 1, 8), (10, 2, 5), (10, 3, 4), (10, 4, 1), (10, 9, 1), (8, 1, 5), (6, 1, 5), (3, 1, 1), (9, 1, 8),
        ]
    )
    func `Undo goes back to before the actions of a step`(seq: Int, steps: Int, target: Int) throws {
        #expect(try timeline(Self.typing).undoTarget(from: seq, steps: steps, counting: Self.undoable) == target)
    }

    @Test(
        arguments: [
            (0, 1, 4), (1, 1, 4), (1, 2, 5), (1, 3, 8), (1, 4, 10), (1, 9, 10), (4, 1, 5), (2, 1, 5), (9, 1, 10),
        ]
    )
    func `Redo goes forward to before the next step`(seq: Int, steps: Int, target: Int) throws {
        let timeline = try timeline(Self.typing)
        #expect(try timeline.redoTarget(from: seq, toward: 10, steps: steps, counting: Self.undoable) == target)
    }

    @Test func `Undo before the first step and redo after the last one are refused`() throws {
        let timeline = try timeline(Self.typing)
        for seq in [0, 1] {
            #expect(throws: TimelineError.nothingToUndo) {
                try timeline.undoTarget(from: seq, steps: 1, counting: Self.undoable)
            }
        }
        #expect(throws: TimelineError.nothingToRedo) {
            try timeline.redoTarget(from: 10, toward: 10, steps: 1, counting: Self.undoable)
        }
        #expect(throws: TimelineError.notAnAncestor(9, of: 8)) {
            try timeline.redoTarget(from: 9, toward: 8, steps: 1, counting: Self.undoable)
        }
    }

    @Test func `Undo of a step that began in pruned actions is refused`() throws {
        try timeline((0..<600).map { ($0, $0 % 100 == 0 ? "Open" : "Load", ["a"]) }).session.close()
        _ = try SessionPruning.prune(folder.session(), keeping: Retention(maxActions: 88), now: 0)
        let timeline = try Timeline(opening: folder.session())
        try #require(timeline.first == 512)
        let steps = UndoSteps(isUndoable: { $0 == "Open" })
        #expect(throws: TimelineError.pruned("cursor~1", through: 512)) {
            try timeline.undoTarget(from: 590, steps: 1, counting: steps)
        }
        #expect(try timeline.undoTarget(from: 590, steps: 1, counting: UndoSteps(groupBy: { $0.seq })) == 589)
        #expect(try timeline.undoTarget(from: 590, steps: 100) == 512)
    }

    /// Returns the actions that begin a step, computed as redux-undo does: from the first action on, with the group of
    /// the last one.
    private func beginnings(of path: [Int], in actions: [Action], undoable: String, groups: String) -> Set<Int> {
        var beginnings: Set<Int> = []
        var group: [String]?
        for (previous, seq) in zip(path, path.dropFirst()) {
            let action = actions[seq - 1]
            if seq != previous + 1 { group = nil }
            guard undoable.contains(action.type) else { continue }
            let own = groups.contains(action.type) ? action.fields : nil
            if own == nil || own != group { beginnings.insert(seq) }
            group = own
        }
        return beginnings
    }

    @Test(
        arguments: Thoroughness.first(2, of: UInt64(1)...8)
    )
    func `Steps in random sessions are those of the definition`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let actions = (1...80).map { seq -> Action in
            let fields = [["a"], ["a"], ["b"], ["a", "b"], ["b", "a"], [], nil][random.below(7)]
            return (random.below(8) == 0 ? random.below(seq) : seq - 1, ["A", "A", "B", "C"][random.below(4)], fields)
        }
        let timeline = try timeline(actions)
        for (groups, undoable) in [("", "ABC"), ("ABC", "ABC"), ("A", "ABC"), ("", "AB"), ("AC", "AC"), ("B", "B")] {
            let steps = UndoSteps(
                isUndoable: { undoable.contains($0) },
                groupBy: { groups.contains($0.type) ? $0.patch?.pointers : nil }
            )
            for tip in [20, 55, 80] {
                let path = Array(sequence(first: tip) { $0 > 0 ? actions[$0 - 1].parent : nil }.reversed())
                let beginnings = beginnings(of: path, in: actions, undoable: undoable, groups: groups)
                for (index, seq) in path.enumerated() {
                    let behind = path[...index].filter(beginnings.contains).map { actions[$0 - 1].parent }
                    let undone = try? timeline.undoTarget(from: seq, steps: 1, counting: steps)
                    #expect(undone == behind.last)
                    let twice = try? timeline.undoTarget(from: seq, steps: 2, counting: steps)
                    #expect(twice == behind.suffix(2).first)
                    guard seq != tip else { continue }
                    // The second beginning ahead, or else the tip.
                    let ahead = path[(index + 1)...].filter(beginnings.contains).dropFirst().first
                    let redone = try timeline.redoTarget(from: seq, toward: tip, steps: 1, counting: steps)
                    #expect(redone == ahead.map { actions[$0 - 1].parent } ?? tip)
                    let again =
                        redone == tip
                        ? tip
                        : try timeline.redoTarget(
                            from: redone,
                            toward: tip,
                            steps: 1,
                            counting: steps
                        )
                    #expect(try timeline.redoTarget(from: seq, toward: tip, steps: 2, counting: steps) == again)
                }
            }
        }
    }
}
