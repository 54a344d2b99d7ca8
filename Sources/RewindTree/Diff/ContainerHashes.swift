/// Hashes of values by what they hold, of which those of containers are remembered: a patch asks for those of the
/// elements of an array, then for those of what is inside of an element that has changed.
struct ContainerHashes {
    private var known: [ObjectIdentifier: Int] = [:]

    /// The hash of a value: equal values have the same one, and others hardly ever.
    ///
    /// The value must stay alive as long as the memory does.
    /// - Complexity: O(size), once for each container.
    mutating func hash(of tree: Tree) -> Int {
        switch tree {
        case .array(let node):
            let id = ObjectIdentifier(node)
            if let hash = known[id] { return hash }
            var hasher = Hasher()
            hasher.combine(true)
            for element in node.elements { hasher.combine(hash(of: element)) }
            return remember(hasher.finalize(), of: id)
        case .object(let node):
            let id = ObjectIdentifier(node)
            if let hash = known[id] { return hash }
            var hasher = Hasher()
            hasher.combine(false)
            for index in node.keys.indices {
                node.keys[index].hashBytes(into: &hasher)
                hasher.combine(hash(of: node.values[index]))
            }
            return remember(hasher.finalize(), of: id)
        case .null, .bool, .integer, .double, .number, .string:
            return tree.hashValue
        }
    }

    private mutating func remember(_ hash: Int, of id: ObjectIdentifier) -> Int {
        known[id] = hash
        return hash
    }
}
