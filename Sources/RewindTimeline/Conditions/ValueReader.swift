import RewindSession
import RewindTree

/// Reads the values that expressions look at: here and there, or from one action to the next, in either direction.
final class ValueReader {
    /// How far apart two seqs are at the most that are read one after the other.
    private static let nearness = 2
    /// After how many such reads whole states are made, each from the one beside it.
    private static let sequentialReads = 8
    /// How many states are made at once on the way back, where each would else be made from a snapshot.
    private static let stretch = 128

    private let timeline: Timeline
    /// The states made last, by seq. They share what they have in common.
    private var states: [Int: Tree?] = [:]
    /// The seq that was asked for last, and how many reads led there, one near the other.
    private var recent: (seq: Int, reads: Int)?
    private var payload: (seq: Int, tree: Tree?)?

    init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    /// The value at `pointer` right after action `seq`, which was applied to the state at `parent`; nil where there is
    /// nothing, or where the state was pruned.
    ///
    /// - Throws: `SessionError`.
    func value(_ pointer: Pointer, at seq: Int, after parent: Int? = nil) throws -> Tree? {
        let before = recent
        var reads = before?.reads ?? 0
        if let before, before.seq != seq { reads = abs(before.seq - seq) <= Self.nearness ? reads + 1 : 0 }
        recent = (seq, reads)
        guard reads >= Self.sequentialReads else { return try known { try timeline.value(at: seq, pointer) } }
        if let state = states[seq] { return state?[pointer] }
        if states.count > Self.stretch { states = [:] }
        if let before, seq < before.seq, seq > timeline.first {
            // On the way back: the ones before will be asked for.
            states = [:]
            for earlier in max(timeline.first, seq - Self.stretch + 1)..<seq {
                // Of what nobody asked for, nobody wants to know what is wrong with it.
                guard let state = try? state(earlier) else { break }
                states[earlier] = .some(state)
            }
        } else if let parent, states[parent] == nil {
            // In this order, as the state is one patch away from the one before.
            states[parent] = .some(try state(parent))
        }
        let state = try state(seq)
        states[seq] = .some(state)
        return state?[pointer]
    }

    /// The value of action `seq`.
    ///
    /// - Throws: `SessionError`.
    func payload(of seq: Int) throws -> Tree? {
        if let payload, payload.seq == seq { return payload.tree }
        let tree = try timeline.session.payload(of: seq)
        payload = (seq, tree)
        return tree
    }

    private func state(_ seq: Int) throws -> Tree? {
        try known { try timeline.state(at: seq) }
    }

    private func known(_ body: () throws -> Tree?) throws -> Tree? {
        do {
            return try body()
        } catch TimelineError.pruned {
            return nil
        }
    }
}
