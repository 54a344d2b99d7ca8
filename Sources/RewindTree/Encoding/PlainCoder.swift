/// The coder of a type that encodes itself.
///
/// Structs near the root of a state are remembered as a whole. The root itself is not: it changes with every action,
/// and retaining all its fields costs more than comparing its members one by one. Deeper structs are not, either: large
/// values are collections, which are remembered at the cost of one reference.
final class PlainCoder<Value: Encodable>: Coder {
    private static var rememberedLevels: Range<Int> { 1..<3 }

    /// Looked up when a value is remembered, as inspecting a type takes longer than encoding a small value.
    private lazy var layout = ValueLayout(of: Value.self)
    /// The empty shape, from which the shapes of all values of the type start.
    private var root: Shape?
    /// The keys of the last object, most likely those of the next one.
    private var shape: Shape?

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        let context = parent.context
        var writer = context.writer(in: parent, key: key, hint: hint, depth: parent.depth + 1)
        defer { context.recycle(&writer) }
        if root == nil {
            root = context.makeShape()
            shape = root
        }
        writer.expect(shape)
        let borrowedCount = context.borrowedCount
        let pointer = value.assumingMemoryBound(to: Value.self)
        try value.assumingMemoryBound(to: InPlace<Value>.self).pointee.encode(to: writer)
        let isRemembered =
            context.isRemembering && Self.rememberedLevels.contains(parent.depth)
            && context.borrowedCount == borrowedCount
        let layout = isRemembered ? layout : nil
        let encoded = writer.finish(remembering: layout.map { ValueMemory(pointer, layout: $0) })
        if let finalShape = writer.finalShape { shape = finalShape }
        return encoded
    }
}

/// A value that is read in place. Because the wrapper is noncopyable, the compiler does not copy the value first, which
/// would retain everything in it.
///
/// A struct of one field has the layout of that field.
private struct InPlace<Value: Encodable>: ~Copyable {
    private let value: Value

    borrowing func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
