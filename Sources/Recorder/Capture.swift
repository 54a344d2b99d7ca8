import StateTree

/// Turns values into trees without secrets: with `Codable` where they are, by reflection where they are not.
struct Capture {
    private let masking: Masking?
    private var encoder: TreeEncoder

    init(masking: Masking?) {
        self.masking = masking
        encoder = TreeEncoder(filter: masking)
    }

    /// The tree of an action. One that cannot be encoded, or would not decode again, is reflected.
    mutating func payload(of action: Any, type: String) -> Payload {
        // Two actions have little in common: nothing of one is kept for the next.
        defer { encoder.reset() }
        if let action = action as? any Codable, let tree = try? encoder.encode(action) {
            return Payload(tree: masking?.masked(payload: tree, of: type) ?? tree, isCodable: true)
        }
        let tree = Reflection.tree(of: action, masking: masking)
        return Payload(tree: masking?.masked(payload: tree, of: type) ?? tree, isCodable: false)
    }

    /// The tree of a state.
    ///
    /// - Throws: what its `encode(to:)` throws.
    mutating func tree(of state: Any) throws -> Tree {
        let tree: Tree
        if let state = state as? any Encodable {
            tree = try encoder.encode(state)
        } else {
            tree = Reflection.tree(of: state, masking: masking)
        }
        return masking?.masked(state: tree) ?? tree
    }
}
