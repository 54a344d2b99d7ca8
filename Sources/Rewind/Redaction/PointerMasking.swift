import RewindSession
import RewindTree

/// Masks the values at pointers, copying the containers on the paths and sharing the rest.
///
/// It caches the copies: the parts that the next state shares with this one are also shared by the masked states.
struct PointerMasking {
    /// A node, and the pointers through it.
    private struct CopyKey: Hashable {
        let node: ObjectIdentifier
        let depth: Int
        let pointers: [Int]
    }

    private struct Copy {
        /// Keeps the node alive, so that its identity stays unique.
        let original: Tree
        let masked: Tree
    }

    /// The maximum number of cached copies; the cache is then cleared.
    private static let capacity = 20_000

    private let pointers: [[String]]
    private let masks: Masks
    private var copies: [CopyKey: Copy] = [:]

    init(_ pointers: [Pointer], _ masks: Masks) {
        self.pointers = pointers.map(\.tokens)
        self.masks = masks
    }

    /// Returns the state with the values at the pointers masked.
    /// - Complexity: O(members) for the containers on the paths that have changed since the last state.
    mutating func masked(_ state: Tree) -> Tree {
        guard !pointers.isEmpty else { return state }
        if copies.count > Self.capacity { copies.removeAll() }
        return masked(state, depth: 0, Array(pointers.indices))
    }

    private mutating func masked(_ tree: Tree, depth: Int, _ active: [Int]) -> Tree {
        guard let node = tree.node else {
            return active.contains { pointers[$0].count == depth } ? masks.masked(tree) : tree
        }
        let key = CopyKey(node: ObjectIdentifier(node), depth: depth, pointers: active)
        if let copy = copies[key] { return copy.masked }
        let masked: Tree
        if active.contains(where: { pointers[$0].count == depth }) {
            masked = masks.masked(tree)
        } else {
            masked = withMaskedChildren(tree, depth: depth, active)
        }
        copies[key] = Copy(original: tree, masked: masked)
        return masked
    }

    private mutating func withMaskedChildren(_ tree: Tree, depth: Int, _ active: [Int]) -> Tree {
        switch tree {
        case .object(let node):
            var values = node.values
            for (index, key) in node.keys.enumerated() {
                let rest = active.filter { leads($0, at: depth, to: key) }
                if !rest.isEmpty { values[index] = masked(values[index], depth: depth + 1, rest) }
            }
            return .object(ObjectNode(sortedKeys: node.keys, values: values))
        case .array(let node):
            var elements = node.elements
            for index in elements.indices {
                let rest = active.filter { leads($0, at: depth, to: String(index)) }
                if !rest.isEmpty { elements[index] = masked(elements[index], depth: depth + 1, rest) }
            }
            return .array(ArrayNode(elements))
        case .null, .bool, .integer, .double, .number, .string: return tree
        }
    }

    private func leads(_ pointer: Int, at depth: Int, to key: String) -> Bool {
        let token = pointers[pointer][depth]
        return token == "*" || token.utf8.elementsEqual(key.utf8)
    }
}
