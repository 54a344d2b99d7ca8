import RewindSession
import RewindTree
import Testing

@testable import RewindTimeline

/// What a session tells of its values, found the slow way: from whole states and every patch.
struct TrailOracle {
    let session: BranchingSession

    /// The writings of a value, latest first.
    func writings(of pointer: Pointer, through seq: Int) throws -> [Writing] {
        var writings: [Writing] = []
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
                    writings.append(writing(seq, place, old: old[origin], new: new[place]))
                }
                place = origin
            case .inserted:
                return writings + [writing(seq, place, old: nil, new: new[place])]
            }
            seq = record.parent
        }
        if let value = session.states[0][place] {
            writings.append(Writing(.firstState, seq: 0, pointer: place, new: value))
        }
        return writings
    }

    private func writing(_ seq: Int, _ place: Pointer, old: Tree?, new: Tree?) -> Writing {
        var gap: Writing.Gap?
        var current = session.records[seq - 1].parent
        while current > 0, session.records[current - 1].patch == nil {
            gap = Writing.Gap(first: current, last: gap?.last ?? current, count: (gap?.count ?? 0) + 1)
            current = session.records[current - 1].parent
        }
        return Writing(.action, seq: seq, pointer: place, old: old, new: new, gap: gap)
    }
}
