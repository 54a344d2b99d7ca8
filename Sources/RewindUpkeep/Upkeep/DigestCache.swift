import RewindSession
import RewindTimeline
import RewindTree

/// Computes digests of values that share most of their nodes. Digests of containers are cached by identity.
package struct DigestCache {
    private struct Known {
        /// The node, retained so that its identity remains unique.
        let node: AnyObject
        let digest: Digest
    }

    /// The minimum amount of text whose digests are cached, in bytes.
    private static let minimumCapacity = 1 << 20

    private var known = RecentlyUsed<Known>(capacity: minimumCapacity)

    /// Increases the capacity for a value with about this number of bytes of text.
    package mutating func makeRoom(for bytes: Int) {
        // Each half of the cache must hold the digests of the whole value and its parts.
        known.capacity = max(Self.minimumCapacity, 3 * bytes)
    }

    /// Returns the digest of a value.
    ///
    /// - Complexity: Linear in the parts that are not cached.
    package mutating func digest(of tree: Tree) -> Digest {
        guard let node = tree.node else { return tree.digest }
        let number = Int(bitPattern: ObjectIdentifier(node))
        if let known = known.value(number) { return known.digest }
        let (digest, length) = StackRoom.growing { tree.digested { self.digest(of: $0) } }
        known.insert(Known(node: node, digest: digest), bytes: length, for: number)
        return digest
    }
}
