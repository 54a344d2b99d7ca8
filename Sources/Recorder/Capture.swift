import StateTree

/// Turns values into trees: with `Codable` where they are, by reflection where they are not.
struct Capture {
    private var encoder = TreeEncoder()

    /// The tree of an action, and how it was made. An action that cannot be encoded is reflected.
    mutating func payload(of action: Any) -> (tree: Tree, isCodable: Bool) {
        // Only what decodes again can be run again.
        if let action = action as? any Codable, let tree = try? encoder.encode(action) { return (tree, true) }
        return (Reflection.tree(of: action), false)
    }

    /// The tree of a state.
    ///
    /// - Throws: what its `encode(to:)` throws.
    mutating func tree(of state: Any) throws -> Tree {
        guard let state = state as? any Encodable else { return Reflection.tree(of: state) }
        return try encoder.encode(state)
    }
}
