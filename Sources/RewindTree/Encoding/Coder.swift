/// Encodes all values of one type.
protocol Coder: AnyObject {
    /// True if the values may hold others that hold others. False if the coder delegates to a wrapped value's coder.
    var nests: Bool { get }

    /// Encodes a value.
    /// - Parameters:
    ///   - value: A value of the type that the coder encodes.
    ///   - writer: The writer of the container around the value.
    ///   - key: The value's key in the container.
    ///   - hint: The previous value in this place.
    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded
}

extension Coder {
    var nests: Bool { true }
}

/// The coder of a list, whose elements keep their order and identity.
protocol ListCoder: Coder {}

/// A type that this module encodes itself, in place of its `encode(to:)`.
protocol SpeciallyEncodable {
    static func makeCoder() -> any Coder
}

/// A type whose values are encoded as scalars.
protocol DirectlyEncodable: Encodable, SpeciallyEncodable {
    /// The encoded value.
    var tree: Tree { get }
}

extension DirectlyEncodable {
    static func makeCoder() -> any Coder { DirectCoder<Self>() }
}

/// The coder of a type whose values are encoded as scalars.
final class DirectCoder<Value: DirectlyEncodable>: Coder {
    var nests: Bool { false }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) -> Encoded {
        let tree = value.assumingMemoryBound(to: Value.self).pointee.tree
        if tree.isLongText { writer.context.countStorage(of: tree, last: hint.tree) }
        return Encoded(tree: writer.filtered(tree, key: { key }, hint: hint.tree), trace: nil)
    }
}
