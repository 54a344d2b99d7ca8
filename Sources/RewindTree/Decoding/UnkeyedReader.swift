/// The unkeyed container of a reader.
struct UnkeyedReader: UnkeyedDecodingContainer {
    let reader: TreeReader
    let node: ArrayNode
    /// True if the elements are the keys and values of an object, as a dictionary encodes itself with such keys.
    private let isObject: Bool
    private(set) var currentIndex = 0

    /// - Throws: `DecodingError.typeMismatch` if the reader does not have elements.
    init(of reader: TreeReader) throws {
        self.reader = reader
        switch reader.tree {
        case .array(let node): (self.node, isObject) = (node, false)
        case .object(let object) where !(reader.type is any Elements.Type) && reader.isAdapted:
            node = ArrayNode(zip(object.keys, object.values).flatMap { [.string($0), $1] })
            isObject = true
        default: throw reader.mismatch([Any].self)
        }
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { node.count }
    var isAtEnd: Bool { currentIndex >= node.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try element(Never?.self).isNull
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<T: DirectlyDecodable>(_ type: T.Type) throws -> T {
        try nextKey() ?? next(T.decodeDirectly)
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.integer() } }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.integer() } }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try nextKey() ?? next { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    /// Reads the next element if it is the key of an object.
    private mutating func nextKey<Key>() -> Key? {
        guard isObject, !isAtEnd, currentIndex.isMultiple(of: 2), case .string(let text) = node[currentIndex],
            let key = DictionaryKey.key(Key.self, of: text)
        else { return nil }
        currentIndex += 1
        return key
    }

    /// Reads the next element. After an error, it is still the next one.
    private mutating func next<Result>(_ read: (TreeReader) throws -> Result) throws -> Result {
        let result = try read(element(Result.self))
        currentIndex += 1
        return result
    }

    private func element(_ type: Any.Type) throws -> TreeReader {
        let key = IndexKey(currentIndex)
        guard !isAtEnd else {
            let context = DecodingError.Context(
                codingPath: codingPath + [key],
                debugDescription: "The array has only \(node.count) elements."
            )
            throw DecodingError.valueNotFound(type, context)
        }
        return TreeReader(node[currentIndex], parent: reader, key: key)
    }
}

/// A type whose values are elements in JSON, never keys and values.
private protocol Elements {}

extension Array: Elements {}
extension ContiguousArray: Elements {}
extension Set: Elements {}
