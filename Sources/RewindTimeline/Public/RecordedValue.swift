import RewindTree

/// A value of a recorded state or action, as JSON.
///
/// Values compare as JSON does, and can be written as literals: `try session.value(at: 3, "/count") == 3`.
public struct RecordedValue: Hashable, Sendable {
    package let tree: Tree

    package init(_ tree: Tree) {
        self.tree = tree
    }

    /// The value at a pointer in this value; nil if nothing is there.
    public subscript(pointer: JSONPointer) -> RecordedValue? {
        tree[pointer.pointer].map { RecordedValue($0) }
    }

    /// The value as JSON on one line.
    public var json: String { tree.text }

    /// True if the value is null.
    public var isNull: Bool { tree == .null }

    /// The Boolean value; nil if the value is not one.
    public var bool: Bool? {
        if case .bool(let value) = tree { value } else { nil }
    }

    /// The integer; nil if the value is not one, or does not fit.
    public var int: Int? {
        if case .integer(let value) = tree { Int(exactly: value) } else { nil }
    }

    /// The number; nil if the value is not one, or is not exactly a `Double`.
    public var double: Double? {
        switch tree {
        case .integer(let value): Double(exactly: value)
        case .double(let value): value
        default: nil
        }
    }

    /// The string; nil if the value is not one.
    public var string: String? {
        if case .string(let value) = tree { value } else { nil }
    }

    /// The elements; nil if the value is not an array.
    public var array: [RecordedValue]? {
        if case .array(let node) = tree { node.elements.map { RecordedValue($0) } } else { nil }
    }

    /// The members; nil if the value is not an object.
    public var object: [String: RecordedValue]? {
        guard case .object(let node) = tree else { return nil }
        return Dictionary(zip(node.keys, node.values.map { RecordedValue($0) })) { $1 }
    }

    /// Decodes the value as a type of the app.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - userInfo: The `userInfo` of the decoder.
    /// - Complexity: O(*n*) in the size of the value.
    /// - Throws: `DecodingError`, or an error of `init(from:)`.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try TreeDecoder(userInfo: userInfo).decode(type, from: tree)
    }
}

extension RecordedValue: CustomStringConvertible {
    /// The value as JSON on one line.
    public var description: String { json }
}

extension RecordedValue: Encodable {
    /// The member of an encoder's `userInfo` with the maximum length of a text in abbreviated values.
    package static let abbreviation = CodingUserInfoKey(rawValue: "rewind.abbreviation")

    /// Returns true if an encoder abbreviates values to a line.
    package static func isAbbreviated(by encoder: any Encoder) -> Bool {
        abbreviation.flatMap { encoder.userInfo[$0] } != nil
    }

    public func encode(to encoder: any Encoder) throws {
        if let limit = Self.abbreviation.flatMap({ encoder.userInfo[$0] as? Int }) {
            try BriefValue(tree, limit: limit).encode(to: encoder)
        } else {
            // As a value of a container, a number of any size stays one.
            var container = encoder.singleValueContainer()
            try container.encode(tree)
        }
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
