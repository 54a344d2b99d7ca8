import RewindSession
import RewindTree

/// Where two sessions part first.
package struct Comparison: Hashable, Sendable {
    /// Something in which two actions with the same number differ.
    package enum Part: String, Sendable, CaseIterable {
        case type
        case payload
        case state
    }

    /// Where they part.
    package enum Parting: Hashable, Sendable {
        /// Nowhere.
        case none
        /// In the state that the comparison starts with.
        case start
        /// With this action, in these parts.
        case action(Int, [Part])
        /// Where the first one ends, or the second one.
        case endOfFirst
        case endOfSecond
        /// They have no state in common: one was pruned up to behind the end of the other.
        case apart
    }

    package let parting: Parting
    /// The first state that was compared: 0, or where one of the sessions begins because it was pruned.
    package let start: Int
    /// The last seq up to which everything is the same; before `start` when nothing is.
    package let sameThrough: Int

    /// Compares two sessions; `progress` is told from time to time how far they are the same.
    ///
    /// - Complexity: linear in what is the same; states are made only where patches differ.
    /// - Throws: `SessionError`, or what `progress` throws.
    package init(
        of a: Timeline,
        with b: Timeline,
        scan: LogScan = LogScan(),
        progress: (Int) throws -> Void = { _ in }
    ) throws {
        start = max(a.first, b.first)
        guard start <= min(a.last, b.last) else {
            (parting, sameThrough) = (.apart, start - 1)
            return
        }
        guard try Self.haveSameState(a, b, at: start) else {
            (parting, sameThrough) = (.start, start - 1)
            return
        }
        let end = min(a.last, b.last)
        var parted: (seq: Int, parts: [Part])?
        // Equal texts on equal states lead to equal states, as far as they say all.
        try scan.forEach(
            in: start + 1..<end + 1,
            of: [a.session, b.session],
            skipsHoles: false,
            progress: progress,
            look: { readers in
                let comparison = try RowComparison(of: readers[0], with: readers[1])
                return { try comparison.differing(in: $0) }
            },
            { seq in
                let parts = try Self.differingParts(a, b, at: seq)
                if !parts.isEmpty { parted = (seq, parts) }
                return parts.isEmpty
            }
        )
        if let parted {
            (parting, sameThrough) = (.action(parted.seq, parted.parts), parted.seq - 1)
            return
        }
        sameThrough = end
        parting = a.last == b.last ? .none : a.last < b.last ? .endOfFirst : .endOfSecond
    }

    private static func differingParts(_ a: Timeline, _ b: Timeline, at seq: Int) throws -> [Part] {
        let (left, right) = (try a.action(seq), try b.action(seq))
        var parts: [Part] = []
        if left.type != right.type { parts.append(.type) }
        if left.payload != right.payload { parts.append(.payload) }
        if left.parent == right.parent, left.patch == right.patch { return parts }
        if try !haveSameState(a, b, at: seq) { parts.append(.state) }
        return parts
    }

    private static func haveSameState(_ a: Timeline, _ b: Timeline, at seq: Int) throws -> Bool {
        try knownState(of: a, at: seq) == knownState(of: b, at: seq)
    }

    /// The state, nil where it was made from one that was pruned.
    private static func knownState(of timeline: Timeline, at seq: Int) throws -> Tree? {
        do {
            return try timeline.state(at: seq)
        } catch TimelineError.pruned {
            return nil
        }
    }
}
