/// The coder of arrays.
///
/// In a changed array, elements with the same bytes are the same (see `ByteMatching`), if the objects they refer to
/// have not changed (see `Watch`). The new tree shares elements that stay in place with the old one, chunk by chunk.
final class ArrayCoder<Element: Encodable>: Coder {
    // Inside a collection, retaining a small array costs more than encoding it again.
    private static var minimumSize: Int { 256 }

    private lazy var layout = ValueLayout(of: [Element].self)
    private let elements = ElementsCoder<Element>(.encoded)

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        let pointer = value.assumingMemoryBound(to: [Element].self)
        let array = pointer.pointee
        let context = parent.context
        let isLarge = MemoryLayout<Element>.stride * array.count >= Self.minimumSize
        let isRetained = context.isRemembering && (isLarge || parent.depth < TreeWriter.insideCollection)
        let isWatching = isRetained && elements.canWatch
        let old = hint.trace?.memory(of: [Element].self, as: ValueMemory<[Element]>.self)?.pointer.pointee
        if let old, array.hasStorage(of: old) {
            if let encoded = unchanged(hint) { return encoded }
        } else {
            context.countStorage(of: array.count, stride: MemoryLayout<Element>.stride)
        }
        let borrowedCount = context.borrowedCount
        let (tree, traces, watches) = try array.withUnsafeBufferPointer { new in
            guard let old else {
                return try elements.encode(new, old: nil, in: parent, key: key, hint: hint, isWatching: isWatching)
            }
            return try old.withUnsafeBufferPointer { old in
                try elements.encode(new, old: old, in: parent, key: key, hint: hint, isWatching: isWatching)
            }
        }
        let isProof = isWatching && context.borrowedCount == borrowedCount
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
