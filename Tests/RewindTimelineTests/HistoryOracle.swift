import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

/// The history of values, computed the slow way: from whole states and every patch.
struct HistoryOracle {
    let session: BranchingSession

    /// Returns the writes of a value, latest first.
    func writes(of pointer: Pointer, through seq: Int) throws -> [Write] {
        var writes: [Write] = []
        var (seq, current) = (seq, pointer)
        while seq > 0 {
            let record = session.records[seq - 1]
            let (old, new) = (session.states[record.parent], session.states[seq])
            var previous = PreviousPointer.at(current)
            if new[current] != nil, let patch = record.patch {
                previous = try PreviousPointer.of(current, in: old, through: patch.operations)
            }
            switch previous {
            case .at(let before):
                if old[before] != new[current] {
                    writes.append(write(seq, current, old: old[before], new: new[current]))
                }
                current = before
            case .inserted:
                return writes + [write(seq, current, old: nil, new: new[current])]
            }
            seq = record.parent
        }
        if let value = session.states[0][current] {
            writes.append(Write(cause: .firstState, seq: 0, pointer: current, old: nil, new: value, gap: nil))
        }
        return writes
    }

    private func write(_ seq: Int, _ pointer: Pointer, old: Tree?, new: Tree?) -> Write {
        var gap: Write.Gap?
        var current = session.records[seq - 1].parent
        while current > 0, session.records[current - 1].patch == nil {
            gap = Write.Gap(first: current, last: gap?.last ?? current, count: (gap?.count ?? 0) + 1)
            current = session.records[current - 1].parent
        }
        return Write(cause: .action, seq: seq, pointer: pointer, old: old, new: new, gap: gap)
    }
}
