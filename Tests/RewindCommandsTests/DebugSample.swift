import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport

@testable import RewindCommands

/// A random session with branches and noise, and its expected content.
final class DebugSample {
    struct Action {
        let parent: Int
        let type: String
        let state: Tree
    }

    let url = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString).rewind")
    /// The actions by seq; the first entry is the initial state.
    private(set) var actions: [Action]

    /// Creates a session. With `losing`, one in `losing` actions begins a run of actions whose effects were not
    /// written.
    init(seed: UInt64, count: Int = 60, branches: Bool = true, losing: Int? = nil) throws {
        var random = SplitMix64(seed: seed)
        actions = [Action(parent: 0, type: "", state: ["n": 0, "list": [], "text": "start"])]
        var (isLosing, known) = (false, [actions[0].state])
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(actions[0].state)
            for seq in 1..<(count + 1) {
                let parent = branches && seq > 3 && random.below(8) == 0 ? random.below(seq) : seq - 1
                let type = random.pick(["Add", "Rename", "Loading", "Loading", "Tick", "Count"])
                let old = actions[parent].state
                var (operations, value): ([Patch.Operation], Tree) = ([], .null)
                switch type {
                case "Count":
                    value = .integer(Int64(random.below(4)))
                    operations = [.replace(["n"], value)]
                case "Add":
                    value = ["id": .integer(Int64(seq))]
                    operations = [.add(["list", "0"], value)]
                case "Rename":
                    value = .string("日本 \(random.below(3))")
                    operations = [.replace(["text"], value)]
                default: break
                }
                let state = try old.applying(Patch(operations))
                actions.append(Action(parent: parent, type: type, state: state))
                if let losing, random.below(isLosing ? 3 : losing) == 0 { isLosing.toggle() }
                known.append(isLosing ? known[parent] : state)
                let record = ActionRecord(
                    seq: seq,
                    parent: parent,
                    at: 1_760_000_000_000_000 + Int64(seq) * 20_000,
                    type: type,
                    payload: [
                        "seq": .integer(Int64(seq)), "note": .string("\u{1B}[2J hostile \(seq)"),
                        // Without it, the hit is the text that was written.
                        "value": losing == nil ? .null : value,
                    ],
                    patch: isLosing ? nil : state.patch(from: known[parent]),
                    status: isLosing ? .dropped : .done
                )
                try transaction.append(record, state: isLosing ? nil : state)
            }
        }
        try writer.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func open() throws -> DebugSession {
        try DebugSession(try Timeline(opening: url))
    }

    var last: Int { actions.count - 1 }

    /// Returns the seqs from the first state to `seq`.
    func way(to seq: Int) -> [Int] {
        var way = [seq]
        while let first = way.first, first > 0 { way.insert(actions[first].parent, at: 0) }
        return way
    }
}
