import StateTree

/// Turns values into trees: with `Codable` where they are, by reflection where they are not.
struct Capture {
    private var encoder = TreeEncoder()
    private var names: [ObjectIdentifier: String] = [:]

    /// The tree of an action. One that cannot be encoded, or would not decode again, is reflected.
    mutating func payload(of action: Any) -> Payload {
        let type = name(of: action)
        // Two actions have little in common: nothing of one is kept for the next.
        defer { encoder.reset() }
        if let action = action as? any Codable, let tree = try? encoder.encode(action) {
            return Payload(type: type, tree: tree, isCodable: true)
        }
        return Payload(type: type, tree: Reflection.tree(of: action), isCodable: false)
    }

    /// The tree of a state.
    ///
    /// - Throws: what its `encode(to:)` throws.
    mutating func tree(of state: Any) throws -> Tree {
        guard let state = state as? any Encodable else { return Reflection.tree(of: state) }
        return try encoder.encode(state)
    }

    private mutating func name(of action: Any) -> String {
        let type = type(of: action)
        if let name = names[ObjectIdentifier(type)] { return name }
        let name = String(describing: type)
        names[ObjectIdentifier(type)] = name
        return name
    }
}
