import RewindSession
import RewindTree
import Testing

@testable import RewindTimeline

/// What a session tells of its values, found the slow way: from whole states and every patch.
struct HistoryOracle {
    let session: BranchingSession

    /// The writes of a value, latest first.
    func writes(of pointer: Pointer, through seq: Int) throws -> [Write] {
        var writes: [Write] = []
        var (seq, place) = (seq, pointer)
        while seq > 0 {
            let record = session.records[seq - 1]
            let (old, new) = (session.states[record.parent], session.states[seq])
            var origin = PatchOrigin.at(place)
            if new[place] != nil, let patch = record.patch {
                origin = try PatchOrigin.origin(of: place, in: old, through: patch.operations)
            }
            switch origin {
            case .at(let origin):
                if old[origin] != new[place] {
                    writes.append(write(seq, place, old: old[origin], new: new[place]))
                }
                place = origin
            case .inserted:
                return writes + [write(seq, place, old: nil, new: new[place])]
            }
            seq = record.parent
        }
        if let value = session.states[0][place] {
            writes.append(Write(.firstState, seq: 0, pointer: place, new: value))
        }
        return writes
    }

    private func write(_ seq: Int, _ place: Pointer, old: Tree?, new: Tree?) -> Write {
        var gap: Write.Gap?
        var current = session.records[seq - 1].parent
        while current > 0, session.records[current - 1].patch == nil {
            gap = Write.Gap(first: current, last: gap?.last ?? current, count: (gap?.count ?? 0) + 1)
            current = session.records[current - 1].parent
        }
        return Write(.action, seq: seq, pointer: place, old: old, new: new, gap: gap)
    }
}
