/// The unkeyed container of a writer.
struct UnkeyedWriter: UnkeyedEncodingContainer {
    let writer: TreeWriter

    var codingPath: [any CodingKey] { writer.codingPath }
    var count: Int { writer.count }

    mutating func encodeNil() { writer.append(.null) }
    mutating func encode(_ value: Bool) { writer.append(.bool(value)) }
    mutating func encode(_ value: String) { writer.append(.string(value)) }
    mutating func encode(_ value: Double) { writer.append(Tree(value)) }
    mutating func encode(_ value: Float) { writer.append(Tree(float: value)) }
    mutating func encode(_ value: Int) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: Int8) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: Int16) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: Int32) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: Int64) { writer.append(.integer(value)) }
    mutating func encode(_ value: UInt) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: UInt8) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: UInt16) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: UInt32) { writer.append(Tree(integer: value)) }
    mutating func encode(_ value: UInt64) { writer.append(Tree(integer: value)) }

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
