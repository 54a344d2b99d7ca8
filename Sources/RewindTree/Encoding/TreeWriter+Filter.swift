extension TreeWriter {
    /// The length in bytes from which comparing a string's storage with the previous one is cheaper than filtering it.
    /// Shorter strings have no storage.
    private static var longText: Int { 16 }

    /// Returns the scalar to write for a member or an element under a key, or for the value itself.
    func filtered(_ scalar: Tree, key: () -> (any CodingKey)?, hint: @autoclosure () -> Tree?) -> Tree {
        guard let filter = context.filter else { return scalar }
        switch scalar {
        case .string(let text):
            if text.isEmpty { return scalar }
            // The same storage as in the previous tree: the filter did not replace it then, so it does not now.
            if text.utf8.count >= Self.longText, case .string(let old) = hint(), old.hasSameStorage(as: text) {
                return scalar
            }
        case .integer, .double, .number:
            if !filter.filtersNumbers { return scalar }
        case .null, .bool, .array, .object: return scalar
        }
        return filter.replacement(for: scalar, at: { self.filterPath(key()) }) ?? scalar
    }

    /// Returns the replacement for an encoded member; `hint` is the previous value in its place.
    func replaced(_ encoded: Encoded, under key: String, hint: Hint) -> Encoded {
        guard let filter = context.filter else { return encoded }
        guard encoded.tree.isContainer else {
            return Encoded(tree: filter.replacement(for: encoded.tree, under: key), trace: nil)
        }
        let tree: Tree
        if let old = hint.beforeReplacement.tree, encoded.tree.isIdentical(to: old), let oldTree = hint.tree {
            tree = oldTree
        } else {
            tree = filter.replacement(for: encoded.tree, under: key)
        }
        return Encoded(tree: tree, trace: Trace(encoded, replacedBy: tree))
    }

    /// Encodes a member, and replaces it if the filter covers its key.
    func encode<T: Encodable>(
        _ value: T,
        key: any CodingKey,
        text: String,
        isCovered: Bool,
        hint: Hint
    ) throws -> Encoded {
        guard isCovered else { return try encode(value, key: key, hint: hint) }
        return replaced(try encode(value, key: key, hint: hint.beforeReplacement), under: text, hint: hint)
    }

    /// The path of a value under a key, in which elements have the key `*`.
    func filterPath(_ key: (any CodingKey)?) -> [String] {
        (codingPath + (key.map { [$0] } ?? [])).map { $0 is IndexKey ? "*" : $0.stringValue }
    }
}
