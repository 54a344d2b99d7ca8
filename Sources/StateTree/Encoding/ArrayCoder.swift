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
        context.countStorage(of: array.count, stride: MemoryLayout<Element>.stride)
        let coder = elementCoder ?? context.coder(for: Element.self)
        elementCoder = coder
        var writer = context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }

        let borrowedCount = context.borrowedCount
        let old = hint.array?.elements ?? []
        let oldTraces = hint.trace?.children ?? []
        let sources = sources(of: array, in: hint)
        // What stays where it is stays in a copy of the old elements.
        let isCopy = sources != nil && old.count == array.count
        var trees = isCopy ? old : Array(repeating: .null, count: array.count)
        var traces = isCopy ? oldTraces : []
        for index in trees.indices {
            let source = sources?[index] ?? -1
            if isCopy, source == index { continue }
            let place = source >= 0 ? source : index
            var trace = place < oldTraces.count ? oldTraces[place] : nil
            if source >= 0 {
                trees[index] = old[source]
            } else {
                let hint = Hint(tree: index < old.count ? old[index] : nil, trace: trace)
                let encoded = try array.withUnsafeBufferPointer { elements in
                    try elements.baseAddress.map { base in
                        try writer.encode(at: base + index, with: coder, key: IndexKey(index), hint: hint)
                    }
                }
                trees[index] = encoded?.tree ?? .null
                trace = encoded?.trace
            }
            if trace != nil || index < traces.count {
                while traces.count <= index { traces.append(nil) }
                traces[index] = trace
            }
        }
        let isLarge = MemoryLayout<Element>.stride * array.count >= Self.leastSize
        let isRetained = context.isRemembering && (isLarge || parent.depth < TreeWriter.insideCollection)
        let isProof = isRetained && context.borrowedCount == borrowedCount
        let memory = layout.flatMap { isProof ? ValueMemory(pointer, layout: $0) : nil }
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
                let oldCount = memory.pointer.pointee.count
                var matching = ByteMatching(
                    old: old,
                    count: oldCount,
                    new: new,
                    count: array.count,
                    layout: elementLayout
                )
                return matching.sources()
            }
        }
    }
}

extension Array: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { ArrayCoder<Element>() }
}
