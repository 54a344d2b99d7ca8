/// A list whose copies share their common parts: replacing an element copies only its chunk and the list of chunks.
///
/// All chunks but the last have the same length. A short list is one array. A longer one is one array until
/// `chunked()`, which is for lists that are copied and changed.
struct PersistentVector<Element> {
    fileprivate enum Storage {
        case flat([Element])
        case chunks([[Element]], count: Int)
    }

    /// The length of a chunk, a power of two. With 32, a list of 1,000 has chunks about as long as its list of chunks.
    private static var chunkLength: Int { 32 }

    private var storage: Storage

    init(_ elements: [Element] = []) {
        storage = .flat(elements)
    }

    var count: Int {
        switch storage {
        case .flat(let elements): elements.count
        case .chunks(_, let count): count
        }
    }

    /// - Complexity: O(1) to read. O(n) to write to a list that shares its elements, or O(n / 32 + 32) in chunks.
    subscript(index: Int) -> Element {
        get {
            switch storage {
            case .flat(let elements): elements[index]
            case .chunks(let chunks, _): chunks[index / Self.chunkLength][index % Self.chunkLength]
            }
        }
        set {
            // The storage is taken out while it is changed, to keep its reference unique.
            switch storage {
            case .flat(var elements):
                storage = .flat([])
                elements[index] = newValue
                storage = .flat(elements)
            case .chunks(var chunks, let count):
                storage = .flat([])
                chunks[index / Self.chunkLength][index % Self.chunkLength] = newValue
                storage = .chunks(chunks, count: count)
            }
        }
    }

    /// All elements as one array.
    /// - Complexity: O(1), or O(n) if they are in chunks.
    var elements: [Element] {
        switch storage {
        case .flat(let elements): return elements
        case .chunks(let chunks, let count):
            var elements: [Element] = []
            elements.reserveCapacity(count)
            for chunk in chunks { elements += chunk }
            return elements
        }
    }

    /// Returns the same list in chunks, if it is long enough for them.
    /// - Complexity: O(1) if it is short or already in chunks, otherwise O(n).
    func chunked() -> Self {
        guard case .flat(let elements) = storage, elements.count > 2 * Self.chunkLength else { return self }
        let chunks = stride(from: 0, to: elements.count, by: Self.chunkLength).map { start in
            Array(elements[start..<min(start + Self.chunkLength, elements.count)])
        }
        var vector = self
        vector.storage = .chunks(chunks, count: elements.count)
        return vector
    }

    /// Returns the first elements, sharing the chunks that they fill.
    /// - Complexity: O(count / 32), or O(count) if they are one array.
    func prefix(_ count: Int) -> Self {
        if count == self.count { return self }
        switch storage {
        case .flat(let elements): return Self(Array(elements[..<count]))
        case .chunks(let chunks, _):
            let fullChunks = count / Self.chunkLength
            var kept = Array(chunks[..<fullChunks])
            let rest = count % Self.chunkLength
            if rest > 0 { kept.append(Array(chunks[fullChunks][..<rest])) }
            var vector = self
            vector.storage = .chunks(kept, count: count)
            return vector
        }
    }

    /// - Complexity: Amortized O(1); that of setting an element if the end is shared.
    mutating func append(_ element: Element) {
        switch storage {
        case .flat(var elements):
            storage = .flat([])
            elements.append(element)
            storage = .flat(elements)
        case .chunks(var chunks, let count):
            storage = .flat([])
            if count % Self.chunkLength == 0 { chunks.append([]) }
            chunks[chunks.count - 1].append(element)
            storage = .chunks(chunks, count: count + 1)
        }
    }

    /// Appends the elements of another list in `range`, run by run.
    /// - Complexity: O(`range.count`), and that of `append` if the end is shared.
    mutating func append(contentsOf other: Self, in range: Range<Int>) {
        guard case .chunks(var chunks, let count) = storage, case .chunks(let others, _) = other.storage else {
            for index in range { append(other[index]) }
            return
        }
        storage = .flat([])
        var (source, filled) = (range.lowerBound, count % Self.chunkLength)
        while source < range.upperBound {
            if filled == 0 {
                chunks.append([])
                chunks[chunks.count - 1].reserveCapacity(Self.chunkLength)
            }
            let start = source % Self.chunkLength
            let length = min(Self.chunkLength - max(start, filled), range.upperBound - source)
            chunks[chunks.count - 1] += others[source / Self.chunkLength][start..<start + length]
            source += length
            filled = (filled + length) % Self.chunkLength
        }
        storage = .chunks(chunks, count: count + range.count)
    }

    /// Calls `body` with runs of elements in order, the index of the first one, and the same run of another list of the
    /// same length. Skips runs that both lists share.
    /// - Complexity: O(n), without the parts that both share.
    func forEachRun(
        unlikeIn other: Self,
        _ body: (_ start: Int, UnsafeBufferPointer<Element>, UnsafeBufferPointer<Element>) -> Void
    ) {
        switch (storage, other.storage) {
        case (.chunks(let chunks, _), .chunks(let others, _)):
            for index in chunks.indices {
                Self.compare(chunks[index], others[index], from: index * Self.chunkLength, body)
            }
        default: Self.compare(elements, other.elements, from: 0, body)
        }
    }

    private static func compare(
        _ left: [Element],
        _ right: [Element],
        from start: Int,
        _ body: (_ start: Int, UnsafeBufferPointer<Element>, UnsafeBufferPointer<Element>) -> Void
    ) {
        left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                if left.baseAddress != right.baseAddress { body(start, left, right) }
            }
        }
    }
}

extension PersistentVector.Storage: Sendable where Element: Sendable {}
extension PersistentVector: Sendable where Element: Sendable {}
