import RewindSession
import RewindTree

/// The first difference between two sessions.
package struct Comparison: Hashable, Sendable {
    /// A part in which two actions with the same seq differ.
    package enum Part: String, Sendable, CaseIterable {
        case type
        case payload
        case state
    }

    /// The place of the first difference.
    package enum Parting: Hashable, Sendable {
        /// No difference.
        case none
        /// The state at which the comparison starts.
        case start
        /// An action, with the parts that differ.
        case action(Int, [Part])
        /// The end of one session, where the other one continues.
        case endOfFirst
        case endOfSecond
        /// The sessions have no state in common: one was pruned beyond the end of the other.
        case apart
    }

    package let parting: Parting
    /// The first compared state: 0, or the first state of a pruned session.
    package let start: Int
    /// The last seq up to which the sessions are equal; less than `start` if they have nothing in common.
    package let sameThrough: Int

    /// Compares two sessions. `progress` receives the seq reached.
    ///
    /// - Complexity: Linear in the common part; states are built only where patches differ.
    /// - Throws: `SessionError`, or an error of `progress`.
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
        // Equal patches on equal states lead to equal states, unless an effect is unknown.
        try scan.forEach(
            in: start + 1..<end + 1,
            of: [a.session, b.session],
            skipsHoles: false,
            progress: progress,
            prefilter: { readers in
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
        try Timeline.unlessPruned { try a.state(at: seq) } == Timeline.unlessPruned { try b.state(at: seq) }
    }
}
