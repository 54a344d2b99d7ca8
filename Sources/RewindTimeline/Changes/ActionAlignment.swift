import RewindTree

/// An alignment of the actions of two sessions from their first difference on. Two actions are equal if their types and
/// payloads are.
package struct ActionAlignment: Sendable {
    /// The actions that only one of the sessions has, in order.
    package private(set) var onlyA: [Int] = []
    package private(set) var onlyB: [Int] = []
    /// The actions from which on the sessions are equal up to their ends; nil if their last actions differ.
    package private(set) var sameFrom: (a: Int, b: Int)?

    /// The maximum number of actions to align in each session.
    package static let maximumActions = 20_000
    /// The maximum number of actions, in both sessions together, between their equal beginnings and ends.
    private static let maximumComparedCount = 2_000

    /// Aligns the actions from `seq` on; nil if there are too many.
    ///
    /// - Complexity: Linear in the actions, plus the product of the actions before the equal end and the differences.
    /// - Throws: `SessionError`.
    package init?(of a: Timeline, with b: Timeline, from seq: Int) throws {
        guard a.last - seq < Self.maximumActions, b.last - seq < Self.maximumActions else { return nil }
        let (left, right) = (try Self.keys(of: a, from: seq), try Self.keys(of: b, from: seq))
        var tail = 0
        while tail < min(left.count, right.count), left[left.count - 1 - tail] == right[right.count - 1 - tail] {
            tail += 1
        }
        if tail > 0 { sameFrom = (a.last - tail + 1, b.last - tail + 1) }
        let (old, new) = (left.dropLast(tail), right.dropLast(tail))
        guard old.count + new.count <= Self.maximumComparedCount else { return nil }
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): onlyA.append(seq + offset)
            case .insert(let offset, _, _): onlyB.append(seq + offset)
            }
        }
        onlyA.sort()
        onlyB.sort()
    }

    private struct Key: Hashable {
        let type: String
        let payload: Tree?
    }

    private static func keys(of timeline: Timeline, from seq: Int) throws -> [Int] {
        var keys: [Int] = []
        try timeline.session.forEachRow([.type, .payload], in: seq ... .max) { row in
            keys.append(Key(type: try row.type, payload: try row.payload).hashValue)
            return true
        }
        return keys
    }
}
