import RewindSession
import RewindTree

/// Masks the secrets in states and actions that arrive as trees, as a recorder masks values while it encodes them.
package struct TreeMasking {
    private let masking: Masking?
    private var encoder: PayloadEncoder

    package init(_ redaction: Redaction = .standard) {
        masking = Masking(redaction, Masks())
        encoder = PayloadEncoder(masking: masking)
    }

    /// Returns a state without secrets.
    ///
    /// - Complexity: O(size).
    package mutating func masked(state: Tree) -> Tree {
        guard masking != nil else { return state }
        // An encoder takes a tree as it is, but not this one.
        return (try? encoder.tree(of: VisitedTree(tree: state))) ?? .null
    }

    /// Returns the payload of an action without secrets.
    ///
    /// - Complexity: O(size).
    package mutating func masked(payload: Tree, ofType name: String) -> Tree {
        guard let masking else { return payload }
        let tree = encoder.payload(of: VisitedTree(tree: payload)).tree
        return masking.masksStrings(ofType: name) ? masking.withoutStrings(tree) : tree
    }

    /// Returns a text without secrets.
    package func masked(text: String) -> String {
        encoder.masked(text: text)
    }
}

/// A tree that an encoder visits value by value.
private struct VisitedTree: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let tree: Tree

    init(tree: Tree) {
        self.tree = tree
    }

    /// Only to be `Codable`, like an action that is not reflected.
    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "It is never decoded.")
        )
    }

    func encode(to encoder: any Encoder) throws {
        switch tree {
        case .object(let object):
            var container = encoder.container(keyedBy: Name.self)
            for (key, value) in zip(object.keys, object.values) {
                // Only so, a number that is neither an integer nor a double keeps its digits.
                if case .number = value {
                    try container.encode(value, forKey: Name(stringValue: key))
                } else {
                    try container.encode(VisitedTree(tree: value), forKey: Name(stringValue: key))
                }
            }
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for element in array {
                if case .number = element {
                    try container.encode(element)
                } else {
                    try container.encode(VisitedTree(tree: element))
                }
            }
        default: try tree.encode(to: encoder)
        }
    }
}
