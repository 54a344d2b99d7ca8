/// The single value container of a reader.
struct SingleReader: SingleValueDecodingContainer {
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
