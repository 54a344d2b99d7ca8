import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// A session with branches and unknown effects, and all its states.
package struct BranchingSession {
    package private(set) var states: [Tree]
    package private(set) var records: [ActionRecord] = []
    /// The effects; nil without any.
    package private(set) var effects: RandomEffects?

    /// Creates random actions; one in `branching` begins a branch, one in `losing` has an unknown effect.
    package init(seed: UInt64, count: Int, branching: Int = 10, losing: Int = 12) {
        var trees = RandomTree(seed: seed)
        states = [["items": trees.tree(depth: 3), "more": trees.object(depth: 3)]]
        for seq in 1...count {
            let parent = trees.random.below(branching) == 0 ? trees.random.below(seq) : seq - 1
            let isLost = trees.random.below(losing) == 0
            let state = isLost ? states[parent] : trees.edited(states[parent])
            records.append(
                ActionRecord(
                    seq: seq,
                    parent: parent,
                    at: Int64(seq),
                    type: "A",
                    payload: trees.tree(depth: 1),
                    patch: isLost ? nil : state.patch(from: states[parent]),
                    status: isLost ? .dropped : .done
                )
            )
            states.append(state)
        }
    }

    /// Creates a session whose actions have these parents and counting states: the state at n is `{"n": n}`.
    package init(parents: [Int]) {
        states = [["n": 0]]
        for (index, parent) in parents.enumerated() {
            let state: Tree = ["n": .integer(Int64(index + 1))]
            let patch = state.patch(from: states[parent])
            records.append(ActionRecord(seq: index + 1, parent: parent, at: 0, type: "A", patch: patch))
            states.append(state)
        }
    }

    /// Creates a linear session with these states.
    package init(states: [Tree]) {
        self.states = states
        for seq in 1..<max(1, states.count) {
            let patch = states[seq].patch(from: states[seq - 1])
            records.append(ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A", patch: patch))
        }
    }

    /// Creates actions with random operations of all kinds; one in `branching` begins a branch, and some effects are
    /// unknown.
    package init(operationsFrom seed: UInt64, count: Int, branching: Int = 12) {
        var random = RandomOperations(seed: seed)
        states = [random.state()]
        for seq in 1...count {
            let parent = random.trees.random.below(branching) == 0 ? random.trees.random.below(seq) : seq - 1
            let isLost = random.trees.random.below(10) == 0
            // The state is replaced from time to time, as it would become empty otherwise.
            let isAnew = random.trees.random.below(60) == 0
            var (patch, state) = random.patch(of: states[parent])
            if isAnew {
                state = random.state()
                patch = Patch([.replace(.root, state)])
            }
            records.append(
                ActionRecord(
                    seq: seq,
                    parent: parent,
                    at: Int64(seq),
                    type: "A",
                    patch: isLost ? nil : patch,
                    status: isLost ? .began : .done
                )
            )
            states.append(isLost ? states[parent] : state)
        }
    }

    /// Adds random effects and causes.
    package mutating func addEffects(seed: UInt64) {
        effects = RandomEffects(seed: seed, causing: &records)
    }

    /// Changes the type, payload or state of one action; later actions keep their states.
    package mutating func change(_ seq: Int, _ part: Comparison.Part) {
        switch part {
        case .type: records[seq - 1].type = "B"
        case .payload: records[seq - 1].payload = ["another": .integer(Int64(seq))]
        case .state:
            states[seq] = ["another": .integer(Int64(seq))]
            for index in records.indices {
                let record = records[index]
                guard record.seq == seq || (record.parent == seq && record.patch != nil) else { continue }
                records[index].patch = states[record.seq].patch(from: states[record.parent])
            }
        }
    }

    package func write(to url: URL, facts: [String: String] = [:]) throws {
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            try effects?.append(after: 0, to: transaction)
            for record in records {
                try transaction.append(record, state: record.patch == nil ? nil : states[record.seq])
                try effects?.append(after: record.seq, to: transaction)
            }
        }
        try writer.close()
    }
}
