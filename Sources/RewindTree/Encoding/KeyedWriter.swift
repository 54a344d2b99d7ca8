/// The keyed container of a writer.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: TreeWriter

    var codingPath: [any CodingKey] { writer.codingPath }

    mutating func encodeNil(forKey key: Key) { writer.write(.null, key: key) }
    @inline(__always)
    mutating func encode<T: DirectlyEncodable>(_ value: T, forKey key: Key) { writer.write(value.tree, key: key) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: Int128, forKey key: Key) { writer.write(Tree(integer: value), key: key) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: UInt128, forKey key: Key) { writer.write(Tree(integer: value), key: key) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try writer.encode(value, member: key)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        writer.nested(key: key, .keyed).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        writer.nested(key: key, .unkeyed).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { writer.began(key: TextKey.base, isSuper: true) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { writer.began(key: key, isSuper: true) }
}

/// The single value container of a writer. Of several values, the last one wins.
struct SingleWriter: SingleValueEncodingContainer {
    let writer: TreeWriter

    var codingPath: [any CodingKey] { writer.codingPath }

    mutating func encodeNil() { writer.write(.null) }
    @inline(__always)
    mutating func encode<T: DirectlyEncodable>(_ value: T) { writer.write(value.tree) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: Int128) { writer.write(Tree(integer: value)) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: UInt128) { writer.write(Tree(integer: value)) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try writer.encode(single: value)
    }
}

/// The unkeyed container of a writer.
struct UnkeyedWriter: UnkeyedEncodingContainer {
    let writer: TreeWriter

    var codingPath: [any CodingKey] { writer.codingPath }
    var count: Int { writer.count }

    mutating func encodeNil() { writer.append(.null) }
    @inline(__always)
    mutating func encode<T: DirectlyEncodable>(_ value: T) { writer.append(value.tree) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: Int128) { writer.append(Tree(integer: value)) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: UInt128) { writer.append(Tree(integer: value)) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try writer.encode(element: value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        writer.nestedElement().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        writer.nestedElement().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { writer.nestedElement() }
}
