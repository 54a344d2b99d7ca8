/// The single value container of a writer. Of several values, the last one wins.
struct SingleWriter: SingleValueEncodingContainer {
    let writer: TreeWriter

    var codingPath: [any CodingKey] { writer.codingPath }

    mutating func encodeNil() { writer.write(.null) }
    mutating func encode(_ value: Bool) { writer.write(.bool(value)) }
    mutating func encode(_ value: String) { writer.write(.string(value)) }
    mutating func encode(_ value: Double) { writer.write(Tree(value)) }
    mutating func encode(_ value: Float) { writer.write(Tree(float: value)) }
    mutating func encode(_ value: Int) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: Int8) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: Int16) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: Int32) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: Int64) { writer.write(.integer(value)) }
    mutating func encode(_ value: UInt) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: UInt8) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: UInt16) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: UInt32) { writer.write(Tree(integer: value)) }
    mutating func encode(_ value: UInt64) { writer.write(Tree(integer: value)) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: Int128) { writer.write(Tree(integer: value)) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    mutating func encode(_ value: UInt128) { writer.write(Tree(integer: value)) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try writer.encode(single: value)
    }
}
