/// The coder of arrays.
///
/// In a changed array, elements with the same bytes are the same (see `ByteMatching`), if the objects they refer to
/// have not changed (see `Watch`). The new tree shares elements that stay in place with the old one, chunk by chunk.
final class ArrayCoder<Element: Encodable>: Coder {
    // Inside a collection, retaining a small array costs more than encoding it again.
    private static var leastSize: Int { 256 }

    private lazy var layout = ValueLayout(of: [Element].self)
    private lazy var elementLayout = ValueLayout(watching: Element.self)
    private let table = LayoutTable()
    /// Watching reads the objects that an element refers to.
    private let hasIsolatedElements = ConformanceIsolation.isIsolated(Element.self)
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
        let isLarge = MemoryLayout<Element>.stride * array.count >= Self.leastSize
        let isRetained = context.isRemembering && (isLarge || parent.depth < TreeWriter.insideCollection)
        let canWatch = !hasIsolatedElements || ConformanceIsolation.isUsableHere(Element.self)
        let watched = isRetained && canWatch ? elementLayout : nil
        let old = hint.trace?.memory(of: [Element].self, as: ValueMemory<[Element]>.self)?.pointer.pointee
        if let old, array.hasStorage(of: old) {
            if let encoded = unchanged(hint) { return encoded }
        } else {
            context.countStorage(of: array.count, stride: MemoryLayout<Element>.stride)
        }
        let coder = elementCoder ?? context.coder(for: Element.self)
        elementCoder = coder
        var writer = context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }
        let borrowedCount = context.borrowedCount
        let (tree, traces, watches) = try array.withUnsafeBufferPointer { elements in
            var draft = ArrayDraft(count: elements.count, hint: hint)
            func encode(_ index: Int) throws {
                guard let element = elements.baseAddress.map({ $0 + index }) else { return }
                // The watch begins before the encoding, so that it also notices a change during the encoding.
                let watch = watched.flatMap { Watch.make(element, $0, table) }
                let encoded = try writer.encode(
                    at: element,
                    with: coder,
                    key: IndexKey(index),
                    hint: draft.hint(at: index)
                )
                draft.set(index, to: encoded, watch: watch)
            }
            guard let matching = matching(of: elements, old, hint) else {
                for index in elements.indices { try encode(index) }
                return draft.finish()
            }
            draft.keepStart(of: matching)
            for (index, source) in matching.changed {
                if let source { draft.set(index, toOld: source) } else { try encode(index) }
            }
            draft.keepEnd(of: matching)
            return draft.finish()
        }
        let isProof = isRetained && watched != nil && context.borrowedCount == borrowedCount
        let memory = isProof ? ValueMemory(pointer, layout: layout) : nil
        guard memory != nil || traces.count > 0 else { return Encoded(tree: tree, trace: nil) }
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: memory, elements: traces, watches: watches))
    }

    /// Returns the previous encoding of an array with the same storage; nil if an element has changed in place.
    private func unchanged(_ hint: Hint) -> Encoded? {
        guard let tree = hint.tree, let trace = hint.trace, trace.replaced == nil else { return nil }
        for watch in trace.watches.elements where watch?.holds == false { return nil }
        return Encoded(tree: tree, trace: trace)
    }

    /// Matches the elements to those of the previous array; nil if nothing is known of it.
    private func matching(of elements: UnsafeBufferPointer<Element>, _ old: [Element]?, _ hint: Hint) -> ByteMatching? {
        guard let old, let node = hint.array, let trace = hint.trace, let elementLayout else { return nil }
        return old.withUnsafeBufferPointer { oldElements in
            guard node.count == oldElements.count, let oldBase = oldElements.baseAddress,
                let base = elements.baseAddress
            else { return nil }
            var matching = ByteMatching(
                old: oldBase,
                count: oldElements.count,
                new: base,
                count: elements.count,
                layout: elementLayout,
                table: table
            )
            let watches = trace.watches.elements
            if !watches.isEmpty {
                matching.discard(oldCount: oldElements.count, count: elements.count) { watches[$0]?.holds == false }
            }
            return matching
        }
    }
}

extension Array {
    fileprivate func hasStorage(of other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { elements in
                other.withUnsafeBufferPointer { elements.baseAddress == $0.baseAddress }
            }
    }
}

extension Array: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { ArrayCoder<Element>() }
}
