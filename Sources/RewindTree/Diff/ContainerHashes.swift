/// Hashes of values by content, cached for containers: a patch hashes the elements of an array, and then the values
/// inside changed elements.
package struct ContainerHashes {
    private var known: [ObjectIdentifier: Int] = [:]

    package init() {}

    /// The number of cached hashes.
    package var count: Int { known.count }

    /// Returns the hash of a value. Equal values have equal hashes; different values rarely do.
    ///
    /// The value must stay alive as long as this cache.
    /// - Complexity: O(size), once for each container.
    package mutating func hash(of tree: Tree) -> Int {
        switch tree {
        case .array(let node):
            let id = ObjectIdentifier(node)
            if let hash = known[id] { return hash }
            var hasher = Hasher()
            // Not the bytes of a scalar: masks show values as different only if their hashes are.
            hasher.combine(6 as UInt8)
            for element in node.elements { hasher.combine(hash(of: element)) }
            return remember(hasher.finalize(), of: id)
        case .object(let node):
            let id = ObjectIdentifier(node)
            if let hash = known[id] { return hash }
            var hasher = Hasher()
            hasher.combine(7 as UInt8)
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
