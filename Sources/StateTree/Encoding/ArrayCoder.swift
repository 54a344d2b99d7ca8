/// The coder of arrays.
///
/// In an array that has changed, elements with the same bytes are the same: they are looked for at both ends first,
/// then in place, then anywhere.
final class ArrayCoder<Element: Encodable>: Coder {
    // Inside of a collection, retaining a small array costs more than encoding it again.
    private static var leastSize: Int { 256 }

    private let layout = ValueLayout(of: [Element].self)
    private let elementLayout = ValueLayout(of: Element.self)
    private var elementCoder: (any Coder)?

    func encode(
        _ value: UnsafeRawPointer,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        let pointer = value.assumingMemoryBound(to: [Element].self)
        let array = pointer.pointee
        let context = parent.context
        let coder = elementCoder ?? context.coder(for: Element.self)
        elementCoder = coder
        var writer = context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }

        let sources = sources(of: array, in: hint)
        let old = hint.array?.elements ?? []
        let oldTraces = hint.trace?.children ?? []
        var trees: [Tree] = []
        trees.reserveCapacity(array.count)
        var traces: [Trace?] = []
        func append(_ tree: Tree, _ trace: Trace?) {
            if let trace {
                if traces.isEmpty { traces.reserveCapacity(array.count) }
                while traces.count < trees.count { traces.append(nil) }
                traces.append(trace)
            }
            trees.append(tree)
        }
        try array.withUnsafeBufferPointer { elements in
            guard let base = elements.baseAddress else { return }
            for index in elements.indices {
                let source = sources?[index] ?? -1
                let place = source >= 0 ? source : index
                let trace = place < oldTraces.count ? oldTraces[place] : nil
                if source >= 0 {
                    append(old[source], trace)
                } else if let trace, trace.proof?.holds(for: base + index, of: Element.self) == true {
                    append(trace.tree, trace)
                } else {
                    let hint = Hint(tree: index < old.count ? old[index] : nil, trace: trace)
                    let encoded = try coder.encode(base + index, in: writer, key: IndexKey(index), hint: hint)
                    append(encoded.tree, encoded.trace)
                }
            }
        }
        let isLarge = MemoryLayout<Element>.stride * array.count >= Self.leastSize
        let isRetained = isLarge || parent.depth < TreeWriter.insideCollection
        let memory = layout.flatMap { isRetained ? ValueMemory(pointer, layout: $0) : nil }
        let tree = hint.array(trees)
        guard memory != nil || !traces.isEmpty else { return Encoded(tree: tree, trace: nil) }
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: memory, children: traces))
    }

    /// For each element the index of the same one in the last array, or -1; nil when nothing is known.
    private func sources(of array: [Element], in hint: Hint) -> [Int]? {
        guard let elementLayout, let memory = hint.trace?.memory(of: [Element].self, as: ValueMemory<[Element]>.self)
        else { return nil }
        return memory.pointer.pointee.withUnsafeBytes { old in
            array.withUnsafeBytes { new in
                guard let old = old.baseAddress, let new = new.baseAddress else { return nil }
                let count = memory.pointer.pointee.count
                var matching = ByteMatching(old: old, count: count, new: new, count: array.count, layout: elementLayout)
                return matching.sources()
            }
        }
    }
}

extension Array: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { ArrayCoder<Element>() }
}
