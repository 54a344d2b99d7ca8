import RewindSession
import RewindTree

/// Masks the values at pointers, or all others, copying the containers on the paths and sharing the rest.
///
/// It caches the copies and the hashes of masked containers: the work for a state is proportional to the containers that
/// the last one does not share.
struct PointerMasking {
    /// The values that are masked.
    enum Subject {
        case listed
        case others
    }

    /// A node at a place; nil if no pointer leads there.
    private struct CopyKey: Hashable {
        let node: ObjectIdentifier
        let place: ObjectIdentifier?
    }

    private struct Copy {
        /// Keeps the node and everything in it alive, so that identities stay unique.
        let original: Tree
        let masked: Tree
    }

    /// The minimum size at which the cache is cleared.
    private static let capacity = 20_000

    private let subject: Subject
    private let root: PointerPlace?
    private let masks: Masks
    private var copies: [CopyKey: Copy] = [:]
    private var hashes = ContainerHashes()
    private var limit = Self.capacity

    /// Creates a masking for the values at `root` and below it; nil if there are no pointers.
    init(_ subject: Subject, _ root: PointerPlace?, _ masks: Masks) {
        (self.subject, self.root, self.masks) = (subject, root, masks)
    }

    /// Returns a value with the subject masked.
    /// - Complexity: O(members) for the containers on the paths that have changed since the last value.
    mutating func masked(_ value: Tree) -> Tree {
        if subject == .listed, root == nil { return value }
        let isFull = size > limit
        if isFull { (copies, hashes) = ([:], ContainerHashes()) }
        defer {
            // Twice the size of one value, so that a large state does not clear the cache each time.
            if isFull { limit = max(Self.capacity, 2 * size) }
        }
        return masked(value, at: root)
    }

    private var size: Int { copies.count + hashes.count }

    private mutating func masked(_ tree: Tree, at place: PointerPlace?) -> Tree {
        let isOnPath = place?.isEnd == false
        if !isOnPath, (place == nil) == (subject == .listed) { return tree }
        guard let node = tree.node, !tree.isEmpty else {
            return isOnPath && subject == .listed ? tree : masks.masked(tree)
        }
        let key = CopyKey(node: ObjectIdentifier(node), place: isOnPath ? place.map { ObjectIdentifier($0) } : nil)
        if let copy = copies[key] { return copy.masked }
        let masked = StackRoom.growing {
            if isOnPath, let place { withMaskedChildren(tree, at: place) } else { mask(of: tree) }
        }
        copies[key] = Copy(original: tree, masked: masked)
        return masked
    }

    /// Returns the mask of a container. It depends on a hash, because the text of a large container takes long.
    private mutating func mask(of tree: Tree) -> Tree {
        .string(withUnsafeBytes(of: hashes.hash(of: tree)) { masks.mask($0) })
    }

    private mutating func withMaskedChildren(_ tree: Tree, at place: PointerPlace) -> Tree {
        switch tree {
        case .object(let node):
            var (keys, values) = (node.keys, node.values)
            var hasMaskedKeys = false
            for (index, key) in node.keys.enumerated() {
                let next = place.place(under: key)
                values[index] = masked(values[index], at: next.place)
                // Only `*` leads to such a key: it is data, as in a dictionary.
                guard subject == .others, next.place != nil, !next.isNamed else { continue }
                keys[index] = masks.masked(.string(key)).string ?? key
                hasMaskedKeys = true
            }
            return .object(hasMaskedKeys ? ObjectNode(zip(keys, values)) : ObjectNode(sortedKeys: keys, values: values))
        case .array(let node):
            var elements = node.elements
            for index in elements.indices {
                elements[index] = masked(elements[index], at: place.place(under: String(index)).place)
            }
            return .array(ArrayNode(elements))
        case .null, .bool, .integer, .double, .number, .string: return tree
        }
    }
}

extension Tree {
    /// True if the value is an array or an object without content.
    fileprivate var isEmpty: Bool {
        switch self {
        case .array(let node): node.isEmpty
        case .object(let node): node.keys.isEmpty
        case .null, .bool, .integer, .double, .number, .string: false
        }
    }
}
