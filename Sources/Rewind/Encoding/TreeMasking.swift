import RewindSession
import RewindTree

/// Masks the secrets in states and actions that arrive as trees, by the default rules of a recorder.
package struct TreeMasking {
    private let masking: Masking?
    private var encoder: TreeEncoder

    package init() {
        masking = Masking(.standard, Masks())
        encoder = TreeEncoder(filter: masking)
    }

    /// Returns a state without secrets.
    ///
    /// - Complexity: O(size).
    package mutating func masked(state: Tree) -> Tree {
        // An encoder takes a tree as it is, but not this one.
        (try? encoder.encode(VisitedTree(tree: state))) ?? .null
    }

    /// Returns the payload of an action without secrets.
    ///
    /// - Complexity: O(size).
    package mutating func masked(payload: Tree, ofType name: String) -> Tree {
        let tree = (try? encoder.encodeAlone(VisitedTree(tree: payload))) ?? .null
        guard let masking, masking.masksStrings(ofType: name) else { return tree }
        return masking.withoutStrings(tree)
    }

    /// Returns a text without secrets.
    package func masked(text: String) -> String {
        masking?.masked(text: text) ?? text
    }
}

/// A tree that an encoder visits value by value.
private struct VisitedTree: Encodable {
    let tree: Tree

    func encode(to encoder: any Encoder) throws {
        switch tree {
        case .object(let object):
            var container = encoder.container(keyedBy: TextKey.self)
            for (key, value) in zip(object.keys, object.values) {
                try container.encode(value.visited, forKey: TextKey(key))
            }
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for element in array { try container.encode(element.visited) }
        case .number:
            // Only so, a number that is neither an integer nor a double keeps its digits.
            var container = encoder.singleValueContainer()
            try container.encode(tree)
        default: try tree.encode(to: encoder)
        }
    }
}

extension Tree {
    /// The value in the form in which an encoder visits it. A scalar is not a level of its own.
    fileprivate var visited: any Encodable {
        switch self {
        case .null: Bool?.none
        case .bool(let value): value
        case .integer(let value): value
        case .double(let value): value
        case .string(let text): text
        case .number, .array, .object: VisitedTree(tree: self)
        }
    }
}
