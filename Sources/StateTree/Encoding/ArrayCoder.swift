/// The coder of arrays.
///
/// An array whose storage is the one of the last time is the same array. In one that is not, elements with the same
/// bytes are the same: they are looked for at both ends first, then in place, then anywhere.
final class ArrayCoder<Element: Encodable>: Coder {
    private let layout = ValueLayout(of: Element.self)
    private var elementCoder: (any Coder)?

    func encode(
        _ value: UnsafeRawPointer,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        let array = value.assumingMemoryBound(to: [Element].self).pointee
        let memory = hint.trace?.memory(of: self, as: ArrayMemory<Element>.self)
        if layout != nil, let memory, let trace = hint.trace, memory.isSame(array) {
            return Encoded(tree: trace.tree, trace: trace)
        }
        let context = parent.context
        let coder = elementCoder ?? context.coder(for: Element.self)
        elementCoder = coder
        var writer = context.writer(in: parent, key: key, hint: hint, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }

        let sources = layout.flatMap { layout in memory?.sources(of: array, layout: layout) }
        let hints = hint.array?.elements ?? []
        var trees: [Tree] = []
        trees.reserveCapacity(array.count)
        var traces: [Trace?] = []
        func append(_ tree: Tree, _ trace: Trace?) {
            if trace != nil, traces.isEmpty { traces.reserveCapacity(array.count) }
            if trace != nil || !traces.isEmpty {
                while traces.count < trees.count { traces.append(nil) }
                traces.append(trace)
            }
            trees.append(tree)
        }
        try array.withUnsafeBufferPointer { elements in
            guard let base = elements.baseAddress else { return }
            for index in elements.indices {
                if let source = sources?[index], source >= 0, let memory {
                    append(memory.node.elements[source], memory.trace(source))
                    continue
                }
                let elementHint = Hint(
                    tree: index < hints.count ? hints[index] : Tree?.none,
                    trace: memory?.trace(index)
                )
                let encoded = try coder.encode(base + index, in: writer, key: IndexKey(index), hint: elementHint)
                append(encoded.tree, encoded.trace)
            }
        }
        return encoded(array, trees, traces, hint)
    }

    private func encoded(_ array: [Element], _ trees: [Tree], _ traces: [Trace?], _ hint: Hint) -> Encoded {
        let tree = hint.array(trees)
        guard case .array(let node) = tree else { return Encoded(tree: tree, trace: nil) }
        // Retaining a small array costs more than encoding it again.
        let isRetained = layout.map { $0.stride * array.count >= 256 } ?? false
        guard isRetained || !traces.isEmpty else { return Encoded(tree: tree, trace: nil) }
        let memory = ArrayMemory(isRetained ? array : nil, node: node, traces: traces)
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: memory, of: self, children: []))
    }
}

extension Array: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { ArrayCoder<Element>() }
}
