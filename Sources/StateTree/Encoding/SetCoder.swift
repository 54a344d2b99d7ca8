/// The coder of sets: arrays in the order of the elements' canonical texts.
final class SetCoder<Element: Encodable & Hashable>: Coder {
    private let layout = ValueLayout(of: Set<Element>.self)

    func encode(
        _ value: UnsafeRawPointer,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        if let layout, let trace = hint.trace, let memory = trace.memory(of: self, as: ValueMemory<Set<Element>>.self),
            layout.isSame(value, memory.pointer)
        {
            return Encoded(tree: trace.tree, trace: trace)
        }
        let set = value.assumingMemoryBound(to: Set<Element>.self).pointee
        let context = parent.context
        let coder = context.coder(for: Element.self)
        var writer = context.writer(in: parent, key: key, hint: hint, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }
        var elements: [(text: String, tree: Tree)] = []
        elements.reserveCapacity(set.count)
        for element in set {
            let encoded = try withUnsafePointer(to: element) { pointer in
                try coder.encode(
                    UnsafeRawPointer(pointer),
                    in: writer,
                    key: IndexKey(elements.count),
                    hint: .none
                )
            }
            elements.append((encoded.tree.text, encoded.tree))
        }
        elements.sort { $0.text.precedesInBytes($1.text) }
        let tree = hint.array(elements.map(\.tree))
        guard layout != nil, !set.isEmpty else { return Encoded(tree: tree, trace: nil) }
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: ValueMemory(set), of: self, children: []))
    }
}

extension Set: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { SetCoder<Element>() }
}
