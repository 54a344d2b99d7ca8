import Foundation
import RewindSession
import RewindTree

/// A session of random actions with branches, noise, errors, gaps and unknown effects, and all its states.
package struct InspectedSample {
    package static let types = ["SetAction", "LoadingAction", "HomeResultAction", "ScrollAction", "FailAction"]

    package private(set) var states: [Tree]
    package private(set) var records: [ActionRecord] = []

    package init(seed: UInt64, count: Int) {
        var trees = RandomTree(seed: seed)
        states = [["home": trees.tree(depth: 3), "loading": false, "more": trees.object(depth: 3)]]
        for seq in 1...count {
            let parent = trees.random.below(12) == 0 ? trees.random.below(seq) : seq - 1
            let type = trees.random.pick(Self.types)
            let isLost = trees.random.below(12) == 0
            if isLost, trees.random.below(2) == 0 {
                records.append(Self.gap(seq: seq, parent: parent, &trees.random))
                states.append(states[parent])
                continue
            }
            var state = states[parent]
            if !isLost {
                switch type {
                case "LoadingAction": state = state.applying("loading", .bool(trees.random.below(2) == 0))
                case "FailAction": state = state.applying("error", .string("no \(seq)"))
                case "ScrollAction": break
                default: state = trees.edited(state)
                }
            }
            records.append(
                ActionRecord(
                    seq: seq,
                    parent: parent,
                    at: Int64(seq) * 1_000 + Int64(trees.random.below(900)),
                    type: type,
                    payload: trees.tree(depth: 1),
                    patch: isLost ? nil : state.patch(from: states[parent]),
                    duration: trees.random.below(9) == 0 ? nil : Int64(trees.random.below(100_000)),
                    status: isLost ? .dropped : type == "FailAction" && seq % 2 == 0 ? .failed : .done
                )
            )
            states.append(state)
        }
    }

    /// Returns a row for actions without separate rows.
    private static func gap(seq: Int, parent: Int, _ random: inout SplitMix64) -> ActionRecord {
        let at = Int64(seq) * 1_000
        let count = random.below(9)
        return count > 6
            ? .withoutRoom(seq: seq, parent: parent, at: at)
            : .notRecorded(seq: seq, parent: parent, at: at, count: count > 0 ? count : nil)
    }

    package func write(to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: ["app": "Sample"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for record in records { try append(record, to: transaction) }
        }
        try writer.close()
    }

    package func append(_ record: ActionRecord, to transaction: SessionWriter.Transaction) throws {
        try transaction.append(record, state: record.patch == nil ? nil : states[record.seq])
    }
}

extension Tree {
    /// Returns an object with a new value for a member; any other value is unchanged.
    fileprivate func applying(_ key: String, _ value: Tree) -> Tree {
        guard case .object(let object) = self else { return self }
        return Tree(members: Array(zip(object.keys, object.values)) + [(key, value)])
    }
}
