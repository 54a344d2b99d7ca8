import RewindSession
import RewindTree

/// Which actions of two sessions, from where these part on, are the same: of the same type, with the same payload.
package struct ActionAlignment: Sendable {
    /// Actions that only the first session has, and those that only the second one has, in order.
    package private(set) var onlyA: [Int] = []
    package private(set) var onlyB: [Int] = []
    /// From which actions on all are the same up to the ends; nil where they are not.
    package private(set) var sameFrom: (a: Int, b: Int)?

    /// How many actions are compared, in each of the two.
    package static let mostActions = 20_000
    /// How many there may be in between what is the same at both ends to be told apart one by one.
    private static let mostCompared = 2_000

    /// Aligns what comes from `seq` on; nil where that is too much.
    ///
    /// - Complexity: linear in the actions, and in the product of those in between and those that differ.
    /// - Throws: `SessionError`.
    package init?(of a: Timeline, with b: Timeline, from seq: Int) throws {
        guard a.last - seq < Self.mostActions, b.last - seq < Self.mostActions else { return nil }
        let (left, right) = (try Self.keys(of: a, from: seq), try Self.keys(of: b, from: seq))
        var tail = 0
        while tail < min(left.count, right.count), left[left.count - 1 - tail] == right[right.count - 1 - tail] {
            tail += 1
        }
        if tail > 0 { sameFrom = (a.last - tail + 1, b.last - tail + 1) }
        let (old, new) = (left.dropLast(tail), right.dropLast(tail))
        guard old.count + new.count <= Self.mostCompared else { return nil }
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
