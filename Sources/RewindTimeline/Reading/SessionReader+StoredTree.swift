import RewindSession
import RewindTree

extension SessionReader {
    /// The state that is stored whole for `seq`, of which only the outermost chunk is read; nil when none is.
    package func storedSnapshot(_ seq: Int) throws -> StoredTree? {
        try read { db in
            try db.fetchOne(Int.self, "SELECT chunk FROM snapshot WHERE seq = ?", [seq]).map {
                try storedTree(ofChunk: $0, in: db)
            }
        }
    }

    /// The value at `pointer` in a stored value, for which only the chunks on the way are read; nil when there is none.
    package func value(at pointer: Pointer, in stored: StoredTree) throws -> StoredTree? {
        try read { db in
            var value = try opened(stored, in: db)
            for token in pointer.tokens {
                guard let child = value.tree.child(token) else { return nil }
                value = try opened(StoredTree(child), in: db)
            }
            return value
        }
    }

    /// The value that a stored one stands for.
    package func tree(of stored: StoredTree) throws -> Tree {
        try read { try tree(from: stored, in: $0) }
    }

    /// The value after `operation`, for which only the chunks on the way are read.
    ///
    /// - Throws: `SessionError`, `PatchError` when the operation does not fit.
    package func applying(_ operation: Patch.Operation, to stored: StoredTree) throws -> StoredTree {
        var tree = stored.tree
        // Nothing readable is that deep: but the way there would be opened, chunk after chunk.
        let pointers = [operation.source, operation.path].compactMap(\.self)
        guard pointers.allSatisfy({ $0.tokens.count <= Tree.readableDepth }) else {
            throw PatchError(index: 0, reason: .tooLarge(operation.path))
        }
        if case .test = operation { return stored }
        try read { db in
            for pointer in pointers { tree = try opened(tree, along: pointer.tokens.dropLast(), in: db) }
        }
        return StoredTree(try tree.applying(Patch([operation])))
    }

    /// The value, no reference itself, of which only the outermost chunk is read.
    func opened(_ stored: StoredTree, in db: Connection) throws -> StoredTree {
        guard let id = stored.reference else { return stored }
        return try storedTree(ofChunk: id, in: db)
    }

    /// The value in which no reference stands in the way of `tokens`, or at their end.
    private func opened(_ tree: Tree, along tokens: ArraySlice<String>, in db: Connection) throws -> Tree {
        let value = try opened(StoredTree(tree), in: db).tree
        guard let token = tokens.first, let child = value.child(token) else { return value }
        let inner = try opened(child, along: tokens.dropFirst(), in: db)
        if inner.isIdentical(to: child) { return value }
        return try value.applying(Patch([.replace(Pointer([token]), inner)]))
    }
}

extension SessionReader {
    /// The value of an operation of a stored patch, one level of it: what that holds in chunks stays
    /// references.
    ///
    /// - Throws: `SessionError`.
    package func outline(_ operation: Patch.Operation) throws -> Tree? {
        guard let value = operation.value else { return nil }
        return try read { try opened(StoredTree(value), in: $0).tree }
    }

    /// The operations of a stored patch with the pointers of the values themselves.
    package func outline(_ operations: [Patch.Operation]) -> [Patch.Operation] {
        operations.map { $0.map(pointers: original, values: { $0 }) }
    }
}
