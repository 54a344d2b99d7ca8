import RewindSession
import RewindTree

/// Reads the values for expressions, efficiently both at random and from one action to the next in either direction.
final class ValueReader {
    /// The maximum distance between two seqs that count as read in sequence.
    private static let nearness = 2
    /// The number of sequential reads after which whole states are built, each from its neighbor.
    private static let sequentialReads = 8
    /// The number of states to build at once when reading backward; otherwise each would be built from a snapshot.
    private static let stretch = 128

    private let timeline: Timeline
    /// The states built last, by seq. They share their common parts.
    private var states: [Int: Tree?] = [:]
    /// The last seq read, and the number of sequential reads up to it.
    private var recent: (seq: Int, reads: Int)?
    private var payload: (seq: Int, tree: Tree?)?

    init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    /// Returns the value at `pointer` right after action `seq`, which was applied to the state at `parent`; nil if
    /// there is no value or the state was pruned.
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
            // Reading backward: the earlier states will be needed.
            states = [:]
            for earlier in max(timeline.first, seq - Self.stretch + 1)..<seq {
                // Errors in states that were not requested are ignored.
                guard let state = try? state(earlier) else { break }
                states[earlier] = .some(state)
            }
        } else if let parent, states[parent] == nil {
            // The parent comes first, as the state is one patch away from it.
            states[parent] = .some(try state(parent))
        }
        let state = try state(seq)
        states[seq] = .some(state)
        return state?[pointer]
    }

    /// Returns the payload of action `seq`.
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
