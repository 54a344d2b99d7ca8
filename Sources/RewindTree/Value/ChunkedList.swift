/// A list in chunks of about the square root of its length, so that many insertions and removals in one long array
/// take less than the square of its length.
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

    /// The index must be below `count`.
    /// - Complexity: O(√n).
    subscript(index: Int) -> Element {
        get {
            let place = place(of: index)
            return chunks[place.chunk][place.offset]
        }
        set {
            let place = place(of: index)
            chunks[place.chunk][place.offset] = newValue
        }
    }

    /// The index must be at most `count`.
    /// - Complexity: O(√n).
    mutating func insert(_ element: Element, at index: Int) {
        if chunks.isEmpty { chunks.append([]) }
        let place = place(of: index)
        chunks[place.chunk].insert(element, at: place.offset)
        count += 1
        if chunks[place.chunk].count > 2 * chunkSize {
            let half = chunks[place.chunk].count / 2
            let tail = Array(chunks[place.chunk][half...])
            chunks[place.chunk].removeSubrange(half...)
            chunks.insert(tail, at: place.chunk + 1)
        }
    }

    /// The index must be below `count`.
    /// - Complexity: O(√n).
    mutating func remove(at index: Int) -> Element {
        let place = place(of: index)
        let element = chunks[place.chunk].remove(at: place.offset)
        count -= 1
        if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
        return element
    }

    /// Where an element is; the place after the last one is at the end of the last chunk.
    private func place(of index: Int) -> (chunk: Int, offset: Int) {
        var rest = index
        for chunk in chunks.indices.dropLast() {
            if rest < chunks[chunk].count { return (chunk, rest) }
            rest -= chunks[chunk].count
        }
        return (max(chunks.count - 1, 0), rest)
    }
}
