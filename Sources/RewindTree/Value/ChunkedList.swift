/// A list in chunks of about the square root of its length, so that many insertions and removals in a long array take
/// less than quadratic time.
struct ChunkedList<Element> {
    private var chunks: [[Element]] = []
    private(set) var count: Int
    private let chunkSize: Int

    /// - Complexity: O(n).
    init(_ elements: [Element]) {
        count = elements.count
        chunkSize = max(64, Int(Double(elements.count).squareRoot()))
        for start in stride(from: 0, to: elements.count, by: chunkSize) {
            chunks.append(Array(elements[start..<min(start + chunkSize, elements.count)]))
        }
    }

    /// - Complexity: O(n).
    var elements: [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for chunk in chunks { elements += chunk }
        return elements
    }

    /// - Precondition: `index` is below `count`.
    /// - Complexity: O(√n).
    subscript(index: Int) -> Element {
        get {
            let position = position(of: index)
            return chunks[position.chunk][position.offset]
        }
        set {
            let position = position(of: index)
            chunks[position.chunk][position.offset] = newValue
        }
    }

    /// - Precondition: `index` is at most `count`.
    /// - Complexity: O(√n).
    mutating func insert(_ element: Element, at index: Int) {
        if chunks.isEmpty { chunks.append([]) }
        let position = position(of: index)
        chunks[position.chunk].insert(element, at: position.offset)
        count += 1
        if chunks[position.chunk].count > 2 * chunkSize {
            let half = chunks[position.chunk].count / 2
            let tail = Array(chunks[position.chunk][half...])
            chunks[position.chunk].removeSubrange(half...)
            chunks.insert(tail, at: position.chunk + 1)
        }
    }

    /// - Precondition: `index` is below `count`.
    /// - Complexity: O(√n).
    mutating func remove(at index: Int) -> Element {
        let position = position(of: index)
        let element = chunks[position.chunk].remove(at: position.offset)
        count -= 1
        if chunks[position.chunk].isEmpty { chunks.remove(at: position.chunk) }
        return element
    }

    /// Returns the position of an element. The position after the last one is at the end of the last chunk.
    private func position(of index: Int) -> (chunk: Int, offset: Int) {
        var rest = index
        for chunk in chunks.indices.dropLast() {
            if rest < chunks[chunk].count { return (chunk, rest) }
            rest -= chunks[chunk].count
        }
        return (max(chunks.count - 1, 0), rest)
    }
}
