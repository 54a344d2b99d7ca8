/// The keyed container of a reader.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: TreeReader
    let node: ObjectNode

    var codingPath: [any CodingKey] { reader.codingPath }
    var allKeys: [Key] { node.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { node.position(of: key.stringValue).isPresent }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

    func decode<T: DirectlyDecodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try T.decodeDirectly(from: member(key))
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).integer() }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).integer() }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try member(key).decode(type) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        TreeReader(node[TextKey.base.stringValue] ?? .null, parent: reader, key: TextKey.base)
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        TreeReader(node[key.stringValue] ?? .null, parent: reader, key: key)
    }

    private func member(_ key: Key) throws -> TreeReader {
        guard let value = node[key.stringValue] else {
            let context = DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "No member has the key \(key.stringValue)."
            )
            throw DecodingError.keyNotFound(key, context)
        }
        return TreeReader(value, parent: reader, key: key)
    }
}
