import RewindTree

/// A value as it is stored: where it holds a chunk, it has a reference, which is followed when somebody asks for what
/// is behind it.
package struct StoredTree: Sendable {
    /// The value with references in the place of chunks, and with the names of members as they are stored.
    package let tree: Tree

    package init(_ tree: Tree) {
        self.tree = tree
    }

    /// The value in a chunk.
    package init(referenceTo chunk: Int) {
        tree = Tree(members: [(SessionFormat.referenceKey, .integer(Int64(chunk)))])
    }

    /// The chunk that the value is, nil when it stands here itself.
    package var reference: Int? {
        guard case .object(let object) = tree, object.keys.count == 1, object.keys[0] == SessionFormat.referenceKey,
            case .integer(let id) = object.values[0]
        else { return nil }
        return Int(clamping: id)
    }
}
