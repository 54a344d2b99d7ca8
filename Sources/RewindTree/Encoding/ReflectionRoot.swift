/// The coder of a value that is read as a whole. It retains the value, so that the next one can be compared with it.
final class ReflectionRoot<Value>: Coder {
    private unowned let context: EncodingContext
    private lazy var coder = context.reflected?.coder(of: Value.self)

    init(_ context: EncodingContext) {
        self.context = context
    }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        guard let coder else { return Encoded(tree: .null, trace: nil) }
        let memory = hint.trace?.memory(of: Value.self, as: ValueMemory<Value>.self)
        let old = memory.map { UnsafeRawPointer($0.pointer) }
        let inner = old == nil ? Hint.none : Hint(tree: hint.tree, trace: hint.trace?.children.first ?? nil, old: old)
        let encoded = try writer.reflect(at: value, with: coder, key: key, hint: inner)
        guard context.isRemembering else { return encoded }
        let new = ValueMemory(value.assumingMemoryBound(to: Value.self), layout: nil)
        return Encoded(tree: encoded.tree, trace: Trace(tree: encoded.tree, memory: new, children: [encoded.trace]))
    }
}

/// A value that is read, whether its type is `Encodable` or not, as part of one that encodes itself.
package struct ReflectedValue: Encodable {
    private let value: Any

    package init(_ value: Any) {
        self.value = value
    }

    /// Throws an error: only `TreeEncoder` reads values.
    package func encode(to encoder: any Encoder) throws {
        let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "It is not Encodable.")
        throw EncodingError.invalidValue(value, context)
    }
}

extension ReflectedValue: SpeciallyEncodable {
    static func makeCoder() -> any Coder { ReflectedValueCoder() }
}

private final class ReflectedValueCoder: Coder {
    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        // A struct of one field has the layout of that field.
        try ReflectionRoot<Any>(writer.context).encode(value, in: writer, key: key, hint: hint)
    }
}
