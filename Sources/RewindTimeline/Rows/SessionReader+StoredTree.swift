import RewindSession
import RewindTree

/// Reads stored values, chunk by chunk: each function reads only the chunks on its path, and throws if one of them is
/// damaged.
extension SessionReader {
    /// Returns the value with its own reference, if it is one, resolved.
    func opened(_ stored: StoredTree) throws -> StoredTree {
        guard let id = stored.reference else { return stored }
        return try read { try chunks.storedTree(ofChunk: id, in: $0) }
    }

    /// Returns the value at `pointer`; nil if none exists.
    func value(at pointer: Pointer, in stored: StoredTree) throws -> StoredTree? {
        var value = try opened(stored)
        for token in pointer.tokens {
            guard let child = value.tree.child(ChunkKey.stored(token)) else { return nil }
            value = try opened(StoredTree(child))
        }
        return value
    }

    /// Returns the value with all references resolved.
    func tree(of stored: StoredTree) throws -> Tree {
        try read { try chunks.tree(from: stored, in: $0) }
    }

    /// Returns the value after `operation`, whose names and values are as stored.
    ///
    /// - Throws: `SessionError`, `PatchError` if the operation does not apply.
    func applying(_ operation: Patch.Operation, to stored: StoredTree) throws -> StoredTree {
        var tree = stored.tree
        // No readable value is that deep, but the path would be read chunk by chunk.
        let pointers = [operation.source, operation.path].compactMap(\.self)
        guard pointers.allSatisfy({ $0.tokens.count <= Tree.readableDepth }) else {
            throw PatchError(index: 0, reason: .tooLarge(operation.path))
        }
        if let source = operation.source { tree = try opened(tree, along: source.tokens.dropLast()) }
        if case .move(let from, let to) = operation, !from.isPrefix(of: to), let value = tree[from] {
            // The target's indices refer to the state after the value's removal.
            return try applying(.add(to, value), to: StoredTree(tree.applying(Patch([.remove(from)]))))
        }
        tree = try opened(tree, along: operation.path.tokens.dropLast())
        return StoredTree(try tree.applying(Patch([operation])))
    }

    /// Returns the value with the references along `tokens`, and at their end, resolved.
    private func opened(_ tree: Tree, along tokens: ArraySlice<String>) throws -> Tree {
        let value = try opened(StoredTree(tree)).tree
        guard let token = tokens.first, let child = value.child(token) else { return value }
        let inner = try opened(child, along: tokens.dropFirst())
        if inner.isIdentical(to: child) { return value }
        return try value.applying(Patch([.replace(Pointer([token]), inner)]))
    }

    /// Returns the value that an operation of a stored patch writes, with an empty object in place of each chunk in it.
    ///
    /// - Throws: `SessionError`.
    package func outline(_ operation: Patch.Operation) throws -> Tree? {
        try operation.value.map { Self.outline(try opened(StoredTree($0)).tree) }
    }

    private static func outline(_ stored: Tree) -> Tree {
        switch stored {
        case .array(let array): Tree(elements: array.map(outline))
        case .object where StoredTree(stored).reference != nil: Tree(members: [])
        case .object(let object): StoredTree.object(object.keys, object.values.map(outline))
        case .null, .bool, .integer, .double, .number, .string: stored
        }
    }
}
