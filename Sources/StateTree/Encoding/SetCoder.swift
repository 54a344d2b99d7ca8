/// The coder of sets: arrays in the order of the elements' canonical texts.
final class SetCoder<Element: Encodable & Hashable>: Coder {
    private let layout = ValueLayout(of: Set<Element>.self)

    func encode(
        _ value: UnsafeRawPointer,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        let pointer = value.assumingMemoryBound(to: Set<Element>.self)
        let set = pointer.pointee
        let context = parent.context
        context.countStorage(of: set.capacity, stride: MemoryLayout<Element>.stride)
        var writer = context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }
        let borrowedCount = context.borrowedCount
        var elements: [(text: String, tree: Tree)] = []
        elements.reserveCapacity(set.count)
        for element in set {
            let encoded = try writer.encode(element, key: IndexKey(elements.count), hint: .none)
            elements.append((encoded.tree.text, encoded.tree))
        }
        elements.sort { $0.text.precedesInBytes($1.text) }
        let tree = hint.array(elements.map(\.tree))
        guard let layout, context.isRemembering, !set.isEmpty, context.borrowedCount == borrowedCount
        else { return Encoded(tree: tree, trace: nil) }
        let memory = ValueMemory(pointer, layout: layout)
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: memory))
    }
}

extension Set: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { SetCoder<Element>() }
}
