import StateTree

/// One dispatched action.
struct Dispatch {
    let seq: Int
    /// When it was dispatched, in microseconds since 1970.
    let at: Int
    /// The name of its type.
    let type: String
    let action: Any
    /// The action's tree, nil until the writer makes it.
    let payload: Payload?
    let origin: String?
}

/// An action as a tree.
struct Payload {
    let tree: Tree
    /// Whether it was made with `Codable`, so that it decodes again.
    let isCodable: Bool
}
