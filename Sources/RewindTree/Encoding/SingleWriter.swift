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
