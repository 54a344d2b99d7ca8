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
