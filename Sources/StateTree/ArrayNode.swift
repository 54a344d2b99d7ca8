/// The elements of an array, shared by every tree that holds them.
///
/// Unchecked, because `elements` may change; it is sound, because it only does through `isKnownUniquelyReferenced`:
/// while nobody else, on any thread, holds the node. For the same reason no access to them has to be checked.
package final class ArrayNode: @unchecked Sendable {
    @exclusivity(unchecked) package fileprivate(set) var elements: [Tree]

    package init(_ elements: [Tree]) {
        self.elements = elements
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
            node.elements = []
            defer { node.elements = elements }
            return try change(&elements)
        }
        defer { node = ArrayNode(elements) }
        return try change(&elements)
    }
}

extension ArrayNode: Hashable {
    package static func == (left: ArrayNode, right: ArrayNode) -> Bool {
        if left === right { return true }
        let count = left.elements.count
        guard count == right.elements.count else { return false }
        return (0..<count).allSatisfy { left.elements[$0] == right.elements[$0] }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(elements)
    }
}
