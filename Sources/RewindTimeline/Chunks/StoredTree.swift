import RewindSession
import RewindTree

/// A value whose chunks are not read yet: references take their places, and are followed when needed.
package struct StoredTree: Sendable {
    /// The value, in which a reference is a number that is not valid JSON.
    package let tree: Tree

    /// Creates a stored tree from a value without chunks, or from a part of another stored tree.
    package init(_ tree: Tree) {
        self.tree = tree
    }

    /// Creates a reference to a chunk.
    package init(referenceTo chunk: Int) {
        tree = Self.reference(to: Int64(chunk))
    }

    /// Creates a stored tree from stored JSON, where references are objects and `ChunkKey` encodes member names.
    ///
    /// - Complexity: O(size).
    package init(parsed: Tree) {
        tree = Self.tree(parsed)
    }

    /// The chunk that the value refers to; nil if the value is not a reference.
    package var reference: Int? {
        guard case .number(let text) = tree, text.utf8.first == UInt8(ascii: "#") else { return nil }
        return Int(Substring(text.utf8.dropFirst()))
    }

    /// The chunks that the value refers to, in order.
    ///
    /// - Complexity: O(size).
    package var references: [Int] {
        var ids: [Int] = []
        Self.collectReferences(in: tree, to: &ids)
        return ids
    }

    private static func collectReferences(in tree: Tree, to ids: inout [Int]) {
        switch tree {
        case .array(let array): for element in array.elements { collectReferences(in: element, to: &ids) }
        case .object(let object): for value in object.values { collectReferences(in: value, to: &ids) }
        case .number: if let id = StoredTree(tree).reference { ids.append(id) }
        case .null, .bool, .integer, .double, .string: break
        }
    }

    private static func reference(to chunk: Int64) -> Tree { .number("#\(chunk)") }

    private static func tree(_ parsed: Tree) -> Tree {
        switch parsed {
        case .array(let array):
            return Tree(elements: array.elements.map(tree))
        case .object(let object):
            if object.keys.count == 1, object.keys[0] == SessionFormat.referenceKey,
                case .integer(let id) = object.values[0]
            {
                return reference(to: id)
            }
            let values = object.values.map(tree)
            guard object.keys.contains(where: { $0.utf8.first == UInt8(ascii: "$") }) else {
                return .object(ObjectNode(sortedKeys: object.keys, values: values))
            }
            return Tree(members: zip(object.keys.map(ChunkKey.original), values))
        default:
            return parsed
        }
    }
}
