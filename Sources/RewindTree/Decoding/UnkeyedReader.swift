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

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double() } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float() } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer() } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer() } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer() } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer() } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer() } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer() } }

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
