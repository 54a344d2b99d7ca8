/// The decoder of one value.
final class TreeReader: Decoder {
    let tree: Tree
    private let parent: TreeReader?
    private let key: (any CodingKey)?
    /// The number of readers above this one.
    private let level: Int

    /// The number of levels that are decoded without checking the stack.
    private static let freeLevels = 16

    init(_ tree: Tree, parent: TreeReader?, key: (any CodingKey)?) {
        self.tree = tree
        self.parent = parent
        self.key = key
        level = parent.map { $0.level + 1 } ?? 0
    }

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var reader: TreeReader? = self
        while let current = reader {
            if let key = current.key { path.append(key) }
            reader = current.parent
        }
        return path.reversed()
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var isNull: Bool { if case .null = tree { true } else { false } }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard level < Self.freeLevels || StackRoom.isLeft else {
            throw DecodingError.dataCorrupted(context("The value is nested too deeply for the thread's stack."))
        }
        guard let direct = type as? any DirectlyDecodable.Type else { return try T(from: self) }
        guard let value = try direct.decodeDirectly(from: self) as? T else { throw mismatch(type) }
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedReader(reader: self, node: try object()))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedReader(reader: self, node: try array())
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleReader(reader: self)
    }

    func object() throws -> ObjectNode {
        guard case .object(let node) = tree else { throw mismatch([String: Any].self) }
        return node
    }

    func array() throws -> ArrayNode {
        guard case .array(let node) = tree else { throw mismatch([Any].self) }
        return node
    }

    // MARK: Errors

    /// Returns the error for a tree whose kind does not match the type.
    func mismatch(_ type: Any.Type) -> DecodingError {
        if isNull {
            return .valueNotFound(type, context("Expected \(type), found null."))
        }
        return .typeMismatch(type, context("Expected \(type), found \(tree.kind)."))
    }

    /// Returns the error for a tree of the right kind whose value is not valid for the type.
    func corrupted(_ type: Any.Type) -> DecodingError {
        .dataCorrupted(context("The \(tree.kind) is no \(type)."))
    }

    private func context(_ description: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: description)
    }
}

extension Tree {
    /// The kind of the value, in a word; never the value itself.
    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer, .double, .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
