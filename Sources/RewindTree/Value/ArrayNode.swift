/// The elements of an array, shared by every tree that holds them.
///
/// Unchecked, because the elements may change; it is sound, because they only do through `isKnownUniquelyReferenced`:
/// while nobody else, on any thread, holds the node. For the same reason no access to them has to be checked.
package final class ArrayNode: @unchecked Sendable {
    /// In chunks where the encoder made the node: the next one is to share what has not changed.
    @exclusivity(unchecked) private(set) var vector: PersistentVector<Tree>

    package init(_ elements: [Tree]) {
        vector = PersistentVector(elements)
    }

    init(_ vector: PersistentVector<Tree>) {
        self.vector = vector
    }

    /// All elements as one array; the node itself is a collection of them, which never copies any.
    /// - Complexity: O(1), or O(n) when the node comes from the encoder.
    package var elements: [Tree] { vector.elements }

    /// Whether the elements are the same nodes as those of an array, or equal scalars.
    /// - Complexity: O(n).
    func hasIdentical(_ elements: [Tree]) -> Bool {
        count == elements.count && elements.indices.allSatisfy { self[$0].isIdentical(to: elements[$0]) }
    }

    /// The index of the element that is neither the same node as in another node nor an equal scalar; nil unless there is
    /// exactly one, and both have the same length.
    /// - Complexity: O(n) but for what both share.
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

    /// Changes the elements of `node`: in place when the caller holds the only reference, else in a copy.
    /// - Complexity: that of `change`, and O(n) for the copy.
    static func update<Result, Failure: Error>(
        _ node: inout ArrayNode,
        _ change: (inout [Tree]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The elements leave the node: an access to it that lasted while deeper ones begin would be checked against each.
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
