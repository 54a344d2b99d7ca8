import RewindSession
import RewindTimeline
import RewindTree

/// Takes digests of values that share most of what they hold: those of containers are remembered by identity.
package struct DigestCache {
    private struct Known {
        /// Keeps the node alive, so that its identity stays its own.
        let node: AnyObject
        let digest: Digest
    }

    /// Of how much text digests are remembered at least, in bytes.
    private static let leastCapacity = 1 << 20

    private var known = RecentlyUsed<Known>(capacity: leastCapacity)

    /// Makes room for all of a value whose text has about so many bytes, and the half of another.
    package mutating func makeRoom(for bytes: Int) {
        // Each half of the memory is to have room for the value and the digests in it.
        known.capacity = max(Self.leastCapacity, 3 * bytes)
    }

    /// The digest of a value.
    ///
    /// - Complexity: linear in what is not remembered.
    package mutating func digest(of tree: Tree) -> Digest {
        guard let node = tree.node else { return tree.digest }
        let number = Int(bitPattern: ObjectIdentifier(node))
        if let known = known.value(number) { return known.digest }
        let (digest, length) = StackRoom.growing { tree.digested { self.digest(of: $0) } }
        known.insert(Known(node: node, digest: digest), bytes: length, for: number)
        return digest
    }
}
