/// Decodes values from the trees that `TreeEncoder` creates.
///
/// A value can be written in one way and read in another, as with `JSONEncoder` and `JSONDecoder`. A date, for example,
/// can be written by a container and read by `Date(from:)`, which expects a number and finds the text of the date. When
/// decoding fails for such a reason, it is repeated, and the type that failed then reads the other form
/// (`DecodingContext`). A type that catches the error, and then reads something else, is not affected.
package struct TreeDecoder {
    private let memory: (any DecodingMemory)?
    private let userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates a decoder that passes `userInfo` to the types, and takes the values of known nodes from a memory.
    package init(userInfo: [CodingUserInfoKey: any Sendable] = [:], memory: (any DecodingMemory)? = nil) {
        (self.userInfo, self.memory) = (userInfo, memory)
    }

    /// Decodes a value.
    /// - Throws: `DecodingError`, or the error of an `init(from:)`.
    /// - Complexity: O(size), for each type in it that reads a value in another form than it was written.
    package func decode<T: Decodable>(_ type: T.Type, from tree: Tree) throws -> T {
        let context = DecodingContext(memory: memory, userInfo: userInfo)
        while true {
            do {
                return try TreeReader(tree, as: type, context).decode(type)
            } catch {
                guard context.adapts(to: error) else { throw error }
            }
        }
    }
}

/// The decoded values of nodes, so that states that share nodes are decoded quickly.
package protocol DecodingMemory: AnyObject {
    /// Returns the value of type `T` that was decoded from `node`, or else the result of `decode`.
    func value<T>(of node: AnyObject, decode: () throws -> T) rethrows -> T
}

/// The decoder of one value.
final class TreeReader: Decoder {
    let tree: Tree
    private let parent: TreeReader?
    private let key: (any CodingKey)?
    private let context: DecodingContext
    /// The type whose `init(from:)` reads the tree.
    private(set) var type: Any.Type
    /// The number of readers above this one.
    private let level: Int

    /// The number of levels that are decoded without checking the stack.
    private static let freeLevels = 16

    init(_ tree: Tree, as type: Any.Type, _ context: DecodingContext) {
        self.tree = tree
        self.type = type
        self.context = context
        parent = nil
        key = nil
        level = 0
    }

    init(_ tree: Tree, parent: TreeReader, key: any CodingKey) {
        self.tree = tree
        self.parent = parent
        self.key = key
        (type, context) = (parent.type, parent.context)
        level = parent.level + 1
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

    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    var isNull: Bool { if case .null = tree { true } else { false } }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // Each decoded object is a new one.
        guard let memory = context.memory, let node = tree.node, !(type is AnyClass) else { return try decodeNow(type) }
        return try memory.value(of: node) { try decodeNow(type) }
    }

    private func decodeNow<T: Decodable>(_ type: T.Type) throws -> T {
        guard level < Self.freeLevels || StackRoom.isLeft else {
            throw DecodingError.dataCorrupted(errorContext("The value is nested too deeply for the thread's stack."))
        }
        guard let direct = type as? any DirectlyDecodable.Type else {
            let outer = self.type
            self.type = type
            defer { self.type = outer }
            return try T(from: self)
        }
        guard let value = try direct.decodeDirectly(from: self) as? T else { throw mismatch(type) }
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedReader(reader: self, node: try object()))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedReader(of: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleReader(reader: self)
    }

    func object() throws -> ObjectNode {
        guard case .object(let node) = tree else { throw mismatch([String: Any].self) }
        return node
    }

    /// True if the type that reads the tree reads values in other forms than those it expects.
    var isAdapted: Bool { context.isAdapted(ObjectIdentifier(type), reading: self) }

    // MARK: Errors

    /// Returns the error for a tree whose kind does not match the type.
    func mismatch(_ type: Any.Type) -> DecodingError {
        if isNull {
            return .valueNotFound(type, errorContext("Expected \(type), found null."))
        }
        return .typeMismatch(type, errorContext("Expected \(type), found \(tree.kind)."))
    }

    /// Returns the error for a tree of the right kind whose value is not valid for the type.
    func corrupted(_ type: Any.Type) -> DecodingError {
        .dataCorrupted(errorContext("The \(tree.kind) is no \(type)."))
    }

    private func errorContext(_ description: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: description)
    }
}

extension Tree {
    /// The kind of the value, in a word; never the value itself.
    package var kind: String {
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

extension TreeReader {
    /// Returns the number as an integer of any width, if it is exactly one.
    func integer<Value: FixedWidthInteger>() throws -> Value {
        let value: Value?
        switch number {
        case .integer(let number): value = Value(exactly: number)
        case .double(let number): value = Value(exactly: number)
        // Its own parser for each type would be a part of every app.
        case .number(let text) where Value.bitWidth <= 64: value = UInt64(text).flatMap { Value(exactly: $0) }
        case .number(let text): value = Value(text)
        default: throw mismatch(Value.self)
        }
        guard let value else { throw corrupted(Value.self) }
        return value
    }

    /// Returns the nearest value to the number, or the value that a string stands for.
    func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
        let value: Value?
        switch number {
        case .integer(let number): value = Value(number)
        case .double(let number): value = Value(number)
        case .number(let text): value = Value(text)
        case .string("nan"): return .nan
        case .string("inf"): return .infinity
        case .string("-inf"): return -.infinity
        default: throw mismatch(Value.self)
        }
        guard let value, value.isFinite else { throw corrupted(Value.self) }
        return value
    }
}

/// The single value container of a reader.
private struct SingleReader: SingleValueDecodingContainer {
    let reader: TreeReader

    var codingPath: [any CodingKey] { reader.codingPath }

    func decodeNil() -> Bool { reader.isNull }

    func decode<T: DirectlyDecodable>(_ type: T.Type) throws -> T { try T.decodeDirectly(from: reader) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try reader.integer() }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.integer() }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try reader.decode(type) }
}

/// A type that this module decodes itself, in place of its `init(from:)`.
protocol DirectlyDecodable: Decodable {
    /// Decodes the tree of a reader.
    static func decodeDirectly(from reader: TreeReader) throws -> Self
}
