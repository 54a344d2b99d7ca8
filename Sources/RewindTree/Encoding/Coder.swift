/// The encoding of all values of one type.
protocol Coder: AnyObject {
    /// Whether the values may hold others that hold others; false where what they hold is asked itself.
    var nests: Bool { get }

    /// Encodes a value.
    /// - Parameters:
    ///   - value: a value of the coder's type.
    ///   - writer: the writer of what holds the value.
    ///   - key: the value's key there.
    ///   - hint: what was there the last time.
    func encode(
        _ value: UnsafeRawPointer,
        in writer: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded
}

extension Coder {
    var nests: Bool { true }
}

/// A type that this module encodes itself, in place of its `encode(to:)`.
protocol SpeciallyEncodable {
    static func makeCoder() -> any Coder
}

/// A type whose values are encoded as scalars.
protocol DirectlyEncodable: Encodable, SpeciallyEncodable {
    /// What the value is encoded as.
    var tree: Tree { get }
}

extension DirectlyEncodable {
    static func makeCoder() -> any Coder { DirectCoder<Self>() }
}

/// The coder of a type whose values are encoded as scalars.
final class DirectCoder<Value: DirectlyEncodable>: Coder {
    var nests: Bool { false }

    func encode(
        _ value: UnsafeRawPointer,
        in writer: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) -> Encoded {
        let tree = value.assumingMemoryBound(to: Value.self).pointee.tree
        if tree.isLongText { writer.context.countStorage(of: tree, last: hint.tree) }
        return Encoded(tree: writer.filtered(tree, key: { key }, hint: hint.tree), trace: nil)
    }
}
