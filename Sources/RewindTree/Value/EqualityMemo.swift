/// Compares containers, and no pair of them twice.
///
/// A patch compares containers, and then the parts of those that differ. Without a memo that would take quadratic
/// time in the depth.
struct EqualityMemo {
    private struct Pair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    private var known: [Pair: Bool] = [:]

    /// - Complexity: O(size) for the first comparison.
    mutating func areEqual(_ left: Tree, _ right: Tree) -> Bool {
        switch (left, right) {
        case (.array(let a), .array(let b)):
            if a === b { return true }
            guard a.count == b.count else { return false }
            return remember(Pair(left: ObjectIdentifier(a), right: ObjectIdentifier(b))) { memo in
                a.indices.allSatisfy { memo.areEqual(a[$0], b[$0]) }
            }
        case (.object(let a), .object(let b)):
            if a === b { return true }
            guard a.keys.hasSameTexts(as: b.keys) else { return false }
            return remember(Pair(left: ObjectIdentifier(a), right: ObjectIdentifier(b))) { memo in
                a.values.indices.allSatisfy { memo.areEqual(a.values[$0], b.values[$0]) }
            }
        default:
            return left == right
        }
    }

    private mutating func remember(_ pair: Pair, _ compare: (inout EqualityMemo) -> Bool) -> Bool {
        if let result = known[pair] { return result }
        let result = compare(&self)
        known[pair] = result
        return result
    }
}
