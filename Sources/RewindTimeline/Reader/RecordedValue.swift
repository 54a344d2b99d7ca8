import RewindTree

/// A value of a recorded state or action, as JSON.
///
/// Values compare as JSON does, and can be written as literals: `try session.value(at: 3, "/count") == 3`.
public struct RecordedValue: Hashable, Sendable {
    package let tree: Tree

    package init(_ tree: Tree) {
        self.tree = tree
    }

    /// The value at a JSON Pointer (RFC 6901) in this one, nil when nothing is there.
    public subscript(pointer: String) -> RecordedValue? {
        (try? Pointer(parsing: pointer)).flatMap { tree[$0] }.map { RecordedValue($0) }
    }

    /// The value as one of the app's own types: a state as the state it was.
    ///
    /// - Complexity: O(size).
    /// - Throws: `DecodingError`, and what the type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        try TreeDecoder().decode(type, from: tree)
    }
}

/// The text of the value, which is JSON on one line.
extension RecordedValue: CustomStringConvertible {
    public var description: String { tree.text }
}

extension RecordedValue: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try tree.encode(to: encoder)
    }
}

extension RecordedValue: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { tree = Tree(booleanLiteral: value) }
}

extension RecordedValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { tree = Tree(integerLiteral: value) }
}

extension RecordedValue: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { tree = Tree(floatLiteral: value) }
}

extension RecordedValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { tree = Tree(stringLiteral: value) }
}

extension RecordedValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: RecordedValue...) { tree = Tree(elements: elements.map(\.tree)) }
}

extension RecordedValue: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, RecordedValue)...) {
        tree = Tree(members: elements.map { ($0, $1.tree) })
    }
}
