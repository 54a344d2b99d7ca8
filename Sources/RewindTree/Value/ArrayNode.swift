/// The elements of an array, shared by every tree that holds them.
///
/// Unchecked, because the elements are mutable. It is sound, because they only change after
/// `isKnownUniquelyReferenced`: when no other reference exists on any thread. For the same reason accesses need no
/// exclusivity checks.
package final class ArrayNode: @unchecked Sendable {
    /// In chunks if the encoder created the node, so that its next version can share the unchanged ones.
    @exclusivity(unchecked) private(set) var vector: PersistentVector<Tree>

    package init(_ elements: [Tree]) {
        vector = PersistentVector(elements)
    }

    init(_ vector: PersistentVector<Tree>) {
        self.vector = vector
    }

    /// All elements as one array. The node itself is a collection of them, which never copies any.
    /// - Complexity: O(1), or O(n) if the node comes from the encoder.
    package var elements: [Tree] { vector.elements }

    /// Returns true if the elements are the same nodes as those of an array, or equal scalars.
    /// - Complexity: O(n).
    func hasIdentical(_ elements: [Tree]) -> Bool {
        count == elements.count && elements.indices.allSatisfy { self[$0].isIdentical(to: elements[$0]) }
    }

    /// Returns the index of the only element that is neither the same node as in another node nor an equal scalar.
    ///
    /// Returns nil if there is not exactly one, or if the lengths differ.
    /// - Complexity: O(n), without the parts that both share.
    func onlyDifference(from other: ArrayNode) -> Int? {
        guard count == other.count else { return nil }
        var (found, isOnly) = (Int?.none, true)
        vector.forEachRun(unlikeIn: other.vector) { start, elements, others in
            for index in elements.indices where isOnly && !elements[index].isIdentical(to: others[index]) {
                isOnly = found == nil
                found = start + index
            }
        }
        return isOnly ? found : nil
    }

    /// Changes the elements of `node`: in place if the caller holds the only reference, otherwise in a copy.
    /// - Complexity: The complexity of `change`, and O(n) for the copy.
    static func update<Result, Failure: Error>(
        _ node: inout ArrayNode,
        _ change: (inout [Tree]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Taken out of the node, so that an access to this node does not overlap with those to nodes inside.
        var elements = node.elements
        if isKnownUniquelyReferenced(&node) {
            node.vector = PersistentVector()
            defer { node.vector = PersistentVector(elements) }
            return try change(&elements)
        }
        defer { node = ArrayNode(elements) }
        return try change(&elements)
    }
}

extension ArrayNode: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { vector.count }

    package subscript(index: Int) -> Tree { vector[index] }
}

extension ArrayNode: Hashable {
    package static func == (left: ArrayNode, right: ArrayNode) -> Bool {
        if left === right { return true }
        let count = left.count
        guard count == right.count else { return false }
        return (0..<count).allSatisfy { left[$0] == right[$0] }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}
