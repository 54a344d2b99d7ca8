/// The coder of an optional: null, or the encoded wrapped value.
final class OptionalCoder<Wrapped: Encodable>: Coder {
    var nests: Bool { false }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        guard let wrapped = value.assumingMemoryBound(to: Wrapped?.self).pointee else {
            return Encoded(tree: .null, trace: nil)
        }
        return try writer.encode(wrapped, key: key, hint: hint)
    }
}

extension Optional: SpeciallyEncodable where Wrapped: Encodable {
    static func makeCoder() -> any Coder { OptionalCoder<Wrapped>() }
}
