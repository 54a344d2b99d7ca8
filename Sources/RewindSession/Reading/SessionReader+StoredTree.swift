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
        guard operation.path.tokens.count <= Tree.readableDepth, operation.from.tokens.count <= Tree.readableDepth
        else {
            throw PatchError(index: 0, reason: .tooLarge(operation.path))
        }
        try read { db in
            switch operation {
            case .add(let path, _), .remove(let path), .replace(let path, _):
                tree = try opened(tree, along: path.tokens.dropLast(), in: db)
            case .move(let from, let path), .copy(let from, let path):
                tree = try opened(tree, along: from.tokens.dropLast(), in: db)
                tree = try opened(tree, along: path.tokens.dropLast(), in: db)
            case .test: break
            }
        }
        if case .test = operation { return stored }
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

extension Patch.Operation {
    /// The pointer to what the operation moves or copies, or its `path`.
    fileprivate var from: Pointer {
        switch self {
        case .move(let from, _), .copy(let from, _): from
        case .add, .remove, .replace, .test: path
        }
    }
}
