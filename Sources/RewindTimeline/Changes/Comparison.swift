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

    /// How many actions are compared at a time.
    private static let page = 1_024

    /// Compares two sessions; `progress` is told from time to time how far they are the same.
    ///
    /// - Complexity: linear in what is the same; states are made only where patches differ.
    /// - Throws: `SessionError`, or what `progress` throws.
    package init(of a: Timeline, with b: Timeline, progress: (Int) throws -> Void = { _ in }) throws {
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
        var next = start + 1
        // Chunks that have one number and one content in both.
        var shared: Set<Int> = []
        while next <= end {
            try progress(next)
            let count = min(Self.page, end - next + 1)
            let left = try a.session.fingerprints(from: next, limit: count)
            let right = try b.session.fingerprints(from: next, limit: count)
            for offset in 0..<count {
                let seq = next + offset
                guard offset < left.count, left[offset].seq == seq else {
                    throw a.session.damaged(.actionMissing(seq: seq))
                }
                guard offset < right.count, right[offset].seq == seq else {
                    throw b.session.damaged(.actionMissing(seq: seq))
                }
                // Equal texts on equal states lead to equal states, as far as they say all.
                if left[offset] == right[offset], try Self.areShared(left[offset].references, a, b, &shared) {
                    continue
                }
                let parts = try Self.differingParts(a, b, at: seq)
                if !parts.isEmpty {
                    (parting, sameThrough) = (.action(seq, parts), seq - 1)
                    return
                }
            }
            next += count
        }
        sameThrough = end
        parting = a.last == b.last ? .none : a.last < b.last ? .endOfFirst : .endOfSecond
    }

    /// Whether chunks are the same in both, as they are in a session and a copy of it.
    private static func areShared(_ ids: [Int], _ a: Timeline, _ b: Timeline, _ shared: inout Set<Int>) throws -> Bool {
        for id in ids where !shared.contains(id) {
            guard let hash = try a.session.chunkHash(id), try hash == b.session.chunkHash(id) else { return false }
            shared.insert(id)
        }
        return true
    }

    private static func differingParts(_ a: Timeline, _ b: Timeline, at seq: Int) throws -> [Part] {
        guard let left = try a.session.action(seq) else { throw a.session.damaged(.actionMissing(seq: seq)) }
        guard let right = try b.session.action(seq) else { throw b.session.damaged(.actionMissing(seq: seq)) }
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
