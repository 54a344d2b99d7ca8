import RewindSession
import RewindTree

/// Reading of stored values, chunk by chunk: each function reads only the chunks on its way, and throws where one of
/// them is damaged.
extension SessionReader {
    /// Returns the value, no reference itself.
    func opened(_ stored: StoredTree) throws -> StoredTree {
        guard let id = stored.reference else { return stored }
        return try read { try chunks.storedTree(ofChunk: id, in: $0) }
    }

    /// Returns the value at `pointer`; nil when there is none.
    func value(at pointer: Pointer, in stored: StoredTree) throws -> StoredTree? {
        var value = try opened(stored)
        for token in pointer.tokens {
            guard let child = value.tree.child(token) else { return nil }
            value = try opened(StoredTree(child))
        }
        return value
    }

    /// Returns the value with all that its references lead to.
    func tree(of stored: StoredTree) throws -> Tree {
        try read { try chunks.tree(from: stored, in: $0) }
    }

    /// Returns the value after `operation`.
    ///
    /// - Throws: `SessionError`, `PatchError` when the operation does not fit.
    func applying(_ operation: Patch.Operation, to stored: StoredTree) throws -> StoredTree {
        var tree = stored.tree
        // Nothing readable is that deep: but the way there would be opened, chunk after chunk.
        let pointers = [operation.source, operation.path].compactMap(\.self)
        guard pointers.allSatisfy({ $0.tokens.count <= Tree.readableDepth }) else {
            throw PatchError(index: 0, reason: .tooLarge(operation.path))
        }
        if let source = operation.source { tree = try opened(tree, along: source.tokens.dropLast()) }
        if case .move(let from, let to) = operation, !from.isPrefix(of: to), let value = tree[from] {
            // Which elements lead to the target is decided when the value is gone from where it was.
            let rest = StoredTree(try tree.applying(Patch([.remove(from)])))
            return try applying(.add(to, value), to: rest)
        }
        tree = try opened(tree, along: operation.path.tokens.dropLast())
        return StoredTree(try tree.applying(Patch([operation])))
    }

    /// Returns the value in which no reference stands in the way of `tokens`, or at their end.
    private func opened(_ tree: Tree, along tokens: ArraySlice<String>) throws -> Tree {
        let value = try opened(StoredTree(tree)).tree
        guard let token = tokens.first, let child = value.child(token) else { return value }
        let inner = try opened(child, along: tokens.dropFirst())
        if inner.isIdentical(to: child) { return value }
        return try value.applying(Patch([.replace(Pointer([token]), inner)]))
    }

    /// Returns the value that an operation of a stored patch writes, with an empty object in the place of each chunk that
    /// it holds.
    ///
    /// - Throws: `SessionError`.
    package func outline(_ operation: Patch.Operation) throws -> Tree? {
        try operation.value.map { Self.outline(try opened(StoredTree($0)).tree) }
    }

    private static func outline(_ stored: Tree) -> Tree {
        switch stored {
        case .array(let array): Tree(elements: array.map(outline))
        case .object(let object): .object(ObjectNode(sortedKeys: object.keys, values: object.values.map(outline)))
        case .number where StoredTree(stored).reference != nil: Tree(members: [])
        case .null, .bool, .integer, .double, .number, .string: stored
        }
    }
}
