/// The members of an object in canonical order, shared by every tree that holds them.
///
/// Unchecked, because the members are mutable. It is sound, because they only change after
/// `isKnownUniquelyReferenced`: when no other reference exists on any thread. For the same reason accesses need no
/// exclusivity checks.
package final class ObjectNode: @unchecked Sendable {
    /// The keys, unique, sorted by their UTF-8 bytes.
    @exclusivity(unchecked) package fileprivate(set) var keys: [String]
    /// The values, each at the index of its key.
    @exclusivity(unchecked) package fileprivate(set) var values: [Tree]

    /// Creates a node from keys that are already unique and sorted by their UTF-8 bytes.
    package init(sortedKeys: [String], values: [Tree]) {
        assert(sortedKeys.count == values.count)
        self.keys = sortedKeys
        self.values = values
    }

    /// Creates a node from members in any order. Of members with the same key, the last one wins.
    /// - Complexity: O(n log n), or O(n) if the keys are already in order.
    package convenience init(_ members: some Sequence<(String, Tree)>) {
        var keys: [String] = []
        var values: [Tree] = []
        keys.reserveCapacity(members.underestimatedCount)
        values.reserveCapacity(members.underestimatedCount)
        for (key, value) in members {
            keys.append(key)
            values.append(value)
        }
        self.init(keys: keys, values: values)
    }

    /// Creates a node from members in any order. Of members with the same key, the last one wins.
    /// - Complexity: O(n log n), or O(n) if the keys are already in order.
    convenience init(keys: [String], values: [Tree]) {
        var sortedCount = 1
        while sortedCount < keys.count, keys[sortedCount - 1].precedesInBytes(keys[sortedCount]) { sortedCount += 1 }
        if sortedCount >= keys.count {
            self.init(sortedKeys: keys, values: values)
            return
        }
        let order = keys.indices.sorted { left, right in
            if keys[left].precedesInBytes(keys[right]) { return true }
            return left < right && keys[left].hasSameBytes(as: keys[right])
        }
        var sortedKeys: [String] = []
        var sortedValues: [Tree] = []
        sortedKeys.reserveCapacity(order.count)
        sortedValues.reserveCapacity(order.count)
        for index in order {
            if let last = sortedKeys.last, last.hasSameBytes(as: keys[index]) {
                sortedValues[sortedValues.count - 1] = values[index]
            } else {
                sortedKeys.append(keys[index])
                sortedValues.append(values[index])
            }
        }
        self.init(sortedKeys: sortedKeys, values: sortedValues)
    }

    /// The value of a member.
    /// - Complexity: O(log n).
    package subscript(key: String) -> Tree? {
        let position = position(of: key)
        return position.isPresent ? values[position.index] : nil
    }

    /// Returns true if the value at an index is the same node, or an equal scalar.
    /// - Complexity: The complexity of `Tree.isIdentical(to:)`.
    func isIdentical(to tree: Tree, at index: Int) -> Bool {
        values.withUnsafeBufferPointer { $0[index].isIdentical(to: tree) }
    }

    /// Calls `body` with each index at which the value is neither the same node nor an equal scalar.
    /// - Complexity: O(n).
    func forEachDifference(from other: ObjectNode, _ body: (Int) -> Void) {
        values.withUnsafeBufferPointer { values in
            other.values.withUnsafeBufferPointer { others in
                for index in 0..<min(values.count, others.count) where !values[index].isIdentical(to: others[index]) {
                    body(index)
                }
            }
        }
    }

    /// Calls `body` with the members of this node and of an older one, in the order of their keys. A member that only
    /// one of them has is nil for the other.
    /// - Complexity: O(n).
    package func forEachMember(beside old: ObjectNode, _ body: (_ key: String, _ old: Tree?, _ new: Tree?) -> Void) {
        var (i, j) = (0, 0)
        while i < old.keys.count || j < keys.count {
            if j == keys.count || i < old.keys.count && old.keys[i].precedesInBytes(keys[j]) {
                body(old.keys[i], old.values[i], nil)
                i += 1
            } else if i == old.keys.count || !old.keys[i].hasSameBytes(as: keys[j]) {
                body(keys[j], nil, values[j])
                j += 1
            } else {
                body(keys[j], old.values[i], values[j])
                i += 1
                j += 1
            }
        }
    }

    /// Returns the index of a key, or the index to insert it at.
    /// - Complexity: O(log n).
    package func position(of key: String) -> (index: Int, isPresent: Bool) {
        Self.position(of: key, in: keys)
    }

    /// Returns the index of a key in sorted keys, or the index to insert it at.
    /// - Complexity: O(log n).
    static func position(of key: String, in keys: [String]) -> (index: Int, isPresent: Bool) {
        let index = keys.partitioningIndex { !$0.precedesInBytes(key) }
        return (index, index < keys.count && keys[index].hasSameBytes(as: key))
    }

    /// Changes the members of `node`: in place if the caller holds the only reference, otherwise in a copy.
    /// - Complexity: The complexity of `change`, and O(n) for the copy.
    static func update<Result, Failure: Error>(
        _ node: inout ObjectNode,
        _ change: (_ keys: inout [String], _ values: inout [Tree]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Taken out of the node, so that an access to this node does not overlap with those to nodes inside.
        var keys = node.keys
        var values = node.values
        if isKnownUniquelyReferenced(&node) {
            node.keys = []
            node.values = []
            defer {
                node.keys = keys
                node.values = values
            }
            return try change(&keys, &values)
        }
        defer { node = ObjectNode(sortedKeys: keys, values: values) }
        return try change(&keys, &values)
    }
}

extension ObjectNode: Hashable {
    package static func == (left: ObjectNode, right: ObjectNode) -> Bool {
        if left === right { return true }
        let count = left.keys.count
        guard count == right.keys.count else { return false }
        return (0..<count).allSatisfy { left.keys[$0].hasSameBytes(as: right.keys[$0]) }
            && (0..<count).allSatisfy { left.values[$0] == right.values[$0] }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(keys.count)
        for index in keys.indices {
            keys[index].hashBytes(into: &hasher)
            hasher.combine(values[index])
        }
    }
}
