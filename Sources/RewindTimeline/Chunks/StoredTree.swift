import RewindSession
import RewindTree

/// A value as it is in the file: references take the places of chunks, which are read when needed, and `ChunkKey`
/// encodes the names of members.
package struct StoredTree: Sendable {
    package let tree: Tree

    /// Creates a stored tree from the value of a stored text, or from a part of one.
    package init(_ tree: Tree) {
        self.tree = tree
    }

    /// Creates a reference to a chunk.
    package init(referenceTo chunk: Int) {
        tree = .object(ObjectNode(sortedKeys: [SessionFormat.referenceKey], values: [.integer(Int64(chunk))]))
    }

    /// The chunk that the value refers to; nil if the value is not a reference.
    package var reference: Int? {
        guard case .object(let object) = tree, object.keys.count == 1, object.keys[0] == SessionFormat.referenceKey
        else { return nil }
        return object.values[0].int
    }

    /// Returns an object from the names of stored members and their values.
    ///
    /// - Complexity: O(*n*) for *n* members.
    static func object(_ keys: [String], _ values: [Tree]) -> Tree {
        guard keys.contains(where: { $0.utf8.first == UInt8(ascii: "$") }) else {
            return .object(ObjectNode(sortedKeys: keys, values: values))
        }
        return Tree(members: zip(keys.map(ChunkKey.original), values))
    }
}
