extension Tree {
    /// The value at a pointer; nil if it does not exist.
    /// - Complexity: O(tokens × log members).
    package subscript(pointer: Pointer) -> Tree? {
        var value = self
        for token in pointer.tokens {
            guard let child = value.child(token) else { return nil }
            value = child
        }
        return value
    }

    /// Returns the member or element at one token of a pointer.
    /// - Complexity: O(log members).
    package func child(_ token: String) -> Tree? {
        switch self {
        case .object(let node): return node[token]
        case .array(let node):
            guard let index = Pointer.index(of: token), index < node.count else { return nil }
            return node[index]
        case .null, .bool, .integer, .double, .number, .string: return nil
        }
    }
}
