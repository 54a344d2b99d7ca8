/// The coder of a type that encodes itself.
///
/// The outermost structs of a state are remembered whole. Deeper ones are not: what holds many values is a collection,
/// and that is remembered, at the price of one reference.
final class PlainCoder<Value: Encodable>: Coder {
    private static var rememberedLevels: Int { 3 }
    private static var leastSize: Int { 64 }

    private let layout: ValueLayout?

    init() {
        layout = MemoryLayout<Value>.size >= Self.leastSize ? ValueLayout(of: Value.self) : nil
    }

    func encode(
        _ value: UnsafeRawPointer,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        let layout = parent.depth < Self.rememberedLevels ? layout : nil
        if let layout, let trace = hint.trace, let memory = trace.memory(of: self, as: ValueMemory<Value>.self),
            layout.isSame(value, memory.pointer)
        {
            return Encoded(tree: trace.tree, trace: trace)
        }
        let context = parent.context
        var writer = context.writer(in: parent, key: key, hint: hint, depth: parent.depth + 1)
        defer { context.recycle(&writer) }
        let pointer = value.assumingMemoryBound(to: Value.self)
        try pointer.pointee.encode(to: writer)
        let encoded = writer.finish()
        guard layout != nil else { return encoded }
        let trace = Trace(
            tree: encoded.tree,
            memory: ValueMemory(pointer.pointee),
            of: self,
            children: encoded.trace?.children ?? []
        )
        return Encoded(tree: encoded.tree, trace: trace)
    }
}

/// A value that is kept at one address, where its bytes can be compared.
final class ValueMemory<Value> {
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}
