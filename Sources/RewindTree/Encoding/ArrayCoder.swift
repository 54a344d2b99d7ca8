/// The coder of arrays.
///
/// In an array that has changed, elements with the same bytes are the same (see `ByteMatching`). What stays in its place
/// is not touched: the new tree shares it with the old one, a chunk of elements at a time.
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
        let (tree, traces) = try array.withUnsafeBufferPointer { elements in
            var draft = ArrayDraft(count: elements.count, hint: hint)
            guard let matching = matching(of: elements, in: hint) else {
                for index in elements.indices { try encode(elements, index, with: coder, in: writer, to: &draft) }
                return draft.finish()
            }
            draft.keepStart(of: matching)
            for (index, source) in matching.changed {
                if let source {
                    draft.set(index, toOld: source)
                } else {
                    try encode(elements, index, with: coder, in: writer, to: &draft)
                }
            }
            draft.keepEnd(of: matching)
            return draft.finish()
        }
        let isLarge = MemoryLayout<Element>.stride * array.count >= Self.leastSize
        let isRetained = context.isRemembering && (isLarge || parent.depth < TreeWriter.insideCollection)
        let isProof = isRetained && context.borrowedCount == borrowedCount
        let memory = layout.flatMap { isProof ? ValueMemory(pointer, layout: $0) : nil }
        guard memory != nil || traces.count > 0 else { return Encoded(tree: tree, trace: nil) }
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: memory, elements: traces))
    }

    private func encode(
        _ elements: UnsafeBufferPointer<Element>,
        _ index: Int,
        with coder: any Coder,
        in writer: TreeWriter,
        to draft: inout ArrayDraft
    ) throws {
        guard let base = elements.baseAddress else { return }
        let hint = draft.hint(at: index)
        draft.set(index, to: try writer.encode(at: base + index, with: coder, key: IndexKey(index), hint: hint))
    }

    /// How the elements come from those of the last array; nil when nothing is known of that.
    private func matching(of elements: UnsafeBufferPointer<Element>, in hint: Hint) -> ByteMatching? {
        guard let elementLayout, let old = hint.array, let trace = hint.trace,
            let memory = trace.memory(of: [Element].self, as: ValueMemory<[Element]>.self)
        else { return nil }
        return memory.pointer.pointee.withUnsafeBufferPointer { oldElements in
            guard old.count == oldElements.count, let oldBase = oldElements.baseAddress,
                let base = elements.baseAddress
            else { return nil }
            return ByteMatching(
                old: oldBase,
                count: oldElements.count,
                new: base,
                count: elements.count,
                layout: elementLayout
            )
        }
    }
}

extension Array: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { ArrayCoder<Element>() }
}
