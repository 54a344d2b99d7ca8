/// An array that was encoded, retained so that its storage is neither changed in place nor used for another one.
final class ArrayMemory<Element> {
    /// Nil when only the traces of its elements are remembered.
    private let array: [Element]?
    let node: ArrayNode
    /// Those of the elements, as far as there are any.
    private let traces: [Trace?]

    init(_ array: [Element]?, node: ArrayNode, traces: [Trace?]) {
        self.array = array
        self.node = node
        self.traces = traces
    }

    func trace(_ index: Int) -> Trace? {
        index < traces.count ? traces[index] : nil
    }

    /// Whether the other array has the same storage.
    func isSame(_ other: [Element]) -> Bool {
        guard let array, array.count == other.count else { return false }
        return array.withUnsafeBufferPointer { old in
            other.withUnsafeBufferPointer { new in old.baseAddress == new.baseAddress }
        }
    }

    /// For each element of a new array the index of the same one in this array, or -1; nil when nothing is known.
    /// - Complexity: O(n).
    func sources(of other: [Element], layout: ValueLayout) -> [Int]? {
        guard let array else { return nil }
        return array.withUnsafeBytes { old in
            other.withUnsafeBytes { new in
                guard let old = old.baseAddress, let new = new.baseAddress else { return nil }
                var matching = ByteMatching(old: old, count: array.count, new: new, count: other.count, layout: layout)
                return matching.sources()
            }
        }
    }
}
