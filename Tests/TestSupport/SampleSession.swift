import Foundation
import RewindSession
import RewindTree

/// The expected content of a session file, in memory.
package struct SampleSession {
    /// The state at each seq.
    package private(set) var states: [Tree]
    package private(set) var records: [ActionRecord] = []
    /// The effects; nil without any.
    package private(set) var effects: RandomEffects?
    package var facts = ["app": "Sample", "quote": "it's \"é\""]

    /// Creates `count` random actions with random states.
    package init(seed: UInt64, count: Int) {
        var trees = RandomTree(seed: seed)
        states = [["items": trees.tree(), "more": trees.object()]]
        for seq in 1...max(1, count) where count > 0 {
            let next = trees.random.below(6) == 0 ? states[seq - 1] : trees.edited(states[seq - 1])
            append(
                next,
                payload: trees.random.below(8) == 0 ? nil : trees.tree(),
                coder: trees.random.pick(ActionRecord.Coder.allCases),
                duration: trees.random.below(3) == 0 ? nil : Int64(trees.random.below(1_000_000)),
                origin: trees.random.below(3) == 0 ? "Sources/Héllo.swift:\(seq)" : nil,
                error: trees.random.below(15) == 0 ? "Refused \(seq): \"é\"" : nil
            )
        }
    }

    /// Creates a session with these states; the first one is the initial state.
    package init(states: [Tree]) {
        self.states = Array(states.prefix(1))
        for state in states.dropFirst() { append(state, payload: ["n": .integer(Int64(records.count))]) }
    }

    /// Adds random effects and causes.
    package mutating func addEffects(seed: UInt64) {
        effects = RandomEffects(seed: seed, causing: &records)
    }

    private mutating func append(
        _ state: Tree,
        payload: Tree?,
        coder: ActionRecord.Coder = .codable,
        duration: Int64? = nil,
        origin: String? = nil,
        error: String? = nil
    ) {
        let seq = states.count
        records.append(
            ActionRecord(
                seq: seq,
                parent: seq - 1,
                at: 1_760_000_000_000_000 + Int64(seq) * 1_000,
                type: ["Increase", "Decrease", "Rename<Ünïcode>"][seq % 3],
                coder: coder,
                payload: payload,
                patch: state.patch(from: states[seq - 1]),
                duration: duration,
                status: error != nil ? .failed : .done,
                origin: origin,
                error: error
            )
        )
        states.append(state)
    }

    /// Writes the session to a new file, `batch` actions per transaction. If `isComplete` is false, the file looks as
    /// if its recorder had been killed.
    package func write(to url: URL, batch: Int = 50, isComplete: Bool = true) throws {
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            try effects?.append(after: 0, to: transaction)
        }
        for start in stride(from: 0, to: records.count, by: batch) {
            try writer.write { transaction in
                for record in records[start..<min(start + batch, records.count)] {
                    try transaction.append(record, state: states[record.seq])
                    try effects?.append(after: record.seq, to: transaction)
                }
            }
        }
        try writer.close(isComplete: isComplete)
    }
}
