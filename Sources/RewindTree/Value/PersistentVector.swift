/// A list whose copies share what they have in common: an element is replaced in a copy of its chunk and of the list of
/// chunks, not of all elements.
///
/// All chunks but the last have the same length. Short lists are one array, and longer ones stay one until
/// `chunked()`: that is for lists of which changed copies are made.
struct PersistentVector<Element> {
    fileprivate enum Storage {
        case flat([Element])
        case chunks([[Element]], count: Int)
    }

    /// The length of a chunk, a power of two: with 32, chunks and their list are about as long in a list of 1,000.
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

    /// - Complexity: O(1) to read; to write into a list that shares its elements O(n), or O(n / 32 + 32) in chunks.
    subscript(index: Int) -> Element {
        get {
            switch storage {
            case .flat(let elements): elements[index]
            case .chunks(let chunks, _): chunks[index / Self.chunkLength][index % Self.chunkLength]
            }
        }
        set {
            // The storage leaves its place while it is changed, so that it has one reference if it had.
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
    /// - Complexity: O(1), or O(n) when they are in chunks.
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

    /// The same list in chunks, if it is long enough for them.
    /// - Complexity: O(1) when it is short or in chunks, else O(n).
    func chunked() -> Self {
        guard case .flat(let elements) = storage, elements.count > 2 * Self.chunkLength else { return self }
        let chunks = stride(from: 0, to: elements.count, by: Self.chunkLength).map { start in
            Array(elements[start..<min(start + Self.chunkLength, elements.count)])
        }
        var vector = self
        vector.storage = .chunks(chunks, count: elements.count)
        return vector
    }

    /// The first elements, sharing the chunks that they fill.
    /// - Complexity: O(count / 32), or O(count) when they are one array.
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

    /// - Complexity: amortised O(1), and as the setter of an element where the end is shared.
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

    /// Appends the elements of another list in `range`, a run of them at a time.
    /// - Complexity: O(`range.count`), and as `append` where the end is shared.
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

    /// Calls `body` with the elements in order, a run of them at a time and the index of its first, and with those of
    /// another list of the same length beside them; runs that both share are left out.
    /// - Complexity: O(n) but for what both share.
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
