/// The unkeyed container of a reader.
struct UnkeyedReader: UnkeyedDecodingContainer {
    let reader: TreeReader
    let node: ArrayNode
    private(set) var currentIndex = 0

    init(reader: TreeReader, node: ArrayNode) {
        self.reader = reader
        self.node = node
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { node.count }
    var isAtEnd: Bool { currentIndex >= node.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try element(Never?.self).isNull
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<T: DirectlyDecodable>(_ type: T.Type) throws -> T { try next(T.decodeDirectly) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.integer() } }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.integer() } }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

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
