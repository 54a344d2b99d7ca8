/// The elements of two arrays, in pairs: patches and shown differences are both made of them.
///
/// The elements that both ends have in common are paired first. In the middle, elements are paired by an identifying
/// member, or those of alternating keys and values by key (`IdentifiedElements`). The longest sequence of pairs in the
/// same order stays in place (patience, a longest increasing subsequence); the others move. Otherwise, equal elements
/// are paired (`ElementAlignment`), and the ones between them by position.
package struct ElementMatching {
    enum Edit {
        /// A move, with the indices at that moment: `to` is counted after the element has left `from`.
        case move(from: Int, to: Int)
        /// The index of an added element in the new array, and its position at that moment.
        case add(index: Int, at: Int)
    }

    /// The ascending indices of removed elements in the old array.
    package private(set) var removed: [Int] = []
    /// The ascending indices of added elements in the new array.
    package private(set) var added: [Int] = []
    /// Elements in both arrays, possibly changed inside; those at the ends only if they are not known to be the same.
    package private(set) var pairs: [(old: Int, new: Int)] = []
    /// Elements that replace ones with other identities, in order.
    package private(set) var replaced: [(old: Int, new: Int)] = []
    /// True if no element has another index than before.
    package var isInPlace: Bool {
        (oldCount == newCount || tail == 0) && replaced.isEmpty
            && sources.indices.allSatisfy { index in sources[index].map { $0 == index } ?? (head + index >= oldCount) }
    }

    private let (oldCount, newCount): (Int, Int)
    /// The numbers of paired elements at the start and at the end.
    private var (head, tail) = (0, 0)
    /// For each new element between the ends, the old one that is the same or was replaced, counted from `head`.
    private var sources: [Int?] = []
    /// For each of them, true if it stays in place.
    private var isStable: [Bool] = []
    /// For each old element between the ends, true if it has a pair.
    private var isKept: [Bool] = []

    /// Pairs the elements of two arrays.
    ///
    /// - Complexity: Same as `ElementAlignment`.
    package init(_ old: ArrayNode, _ new: ArrayNode) {
        var (equality, hashes) = (EqualityMemo(), ContainerHashes())
        self.init(old: old, new: new, equality: &equality, hashes: &hashes)
    }

    /// - Parameters:
    ///   - equality: A cache of comparisons of containers.
    ///   - hashes: A cache of hashes of containers.
    /// - Complexity: Same as `ElementAlignment`.
    init(old: ArrayNode, new: ArrayNode, equality: inout EqualityMemo, hashes: inout ContainerHashes) {
        (oldCount, newCount) = (old.count, new.count)
        pairEnds(old, new, &equality)
        if head + tail == oldCount {
            sources = Array(repeating: nil, count: newCount - oldCount)
            isStable = Array(repeating: false, count: sources.count)
            added = Array(head..<newCount - tail)
            return
        }
        if head + tail == newCount {
            removed = Array(head..<oldCount - tail)
            return
        }
        func middle(_ array: ArrayNode) -> ArraySlice<Tree> { array.elements[head..<array.count - tail] }
        func wholePairs(_ array: ArrayNode) -> ArraySlice<Tree> {
            array.elements[head - head % 2..<array.count - (tail - tail % 2)]
        }
        if let elements = IdentifiedElements(middle(old), middle(new)) {
            arrange(elements.sources, elements.isStable, replaced: \.replaced)
        } else if let elements = IdentifiedElements(alternating: wholePairs(old), wholePairs(new)) {
            (head, tail) = (head - head % 2, tail - tail % 2)
            pairs.removeAll { $0.new >= head && $0.new < newCount - tail }
            arrange(elements.sources, elements.isStable, replaced: \.pairs)
        } else if old.count - head - tail > 1 || new.count - head - tail > 1 {
            align(middle(old), middle(new), &hashes)
        } else {
            arrange([0], [true], replaced: \.pairs)
        }
    }

    /// Pairs the elements at both ends that are the same, possibly changed inside.
    private mutating func pairEnds(_ old: ArrayNode, _ new: ArrayNode, _ equality: inout EqualityMemo) {
        // Elements of arrays of equal length are paired by position in any case.
        let looksInside = oldCount != newCount
        func correspond(_ a: Tree, _ b: Tree) -> Bool {
            if let answer = Self.correspond(a, b) { return answer }
            return looksInside && equality.areEqual(a, b)
        }
        let shorter = min(oldCount, newCount)
        while head < shorter {
            if !old[head].isIdentical(to: new[head]) {
                guard correspond(old[head], new[head]) else { break }
                pairs.append((head, head))
            }
            head += 1
        }
        while head + tail < shorter {
            let (oldIndex, newIndex) = (oldCount - tail - 1, newCount - tail - 1)
            if !old[oldIndex].isIdentical(to: new[newIndex]) {
                guard correspond(old[oldIndex], new[newIndex]) else { break }
                pairs.append((oldIndex, newIndex))
            }
            tail += 1
        }
    }

    /// Returns true if two elements are the same one, possibly changed inside; nil for containers without ids.
    private static func correspond(_ old: Tree, _ new: Tree) -> Bool? {
        if case .object(let a) = old, case .object(let b) = new {
            if a === b { return true }
            for name in IdentifiedElements.names {
                guard let oldID = old.identity(under: name), let newID = new.identity(under: name) else { continue }
                return oldID == newID
            }
            return nil
        }
        if case .array(let a) = old, case .array(let b) = new { return a === b ? true : nil }
        return old == new
    }

    // MARK: Indices

    /// Returns the old index of a new element; nil for an added one.
    /// - Complexity: O(log n).
    package func source(of index: Int) -> Int? {
        if index < head { return index }
        if index >= newCount - tail { return index - newCount + oldCount }
        guard let source = sources[index - head] else { return nil }
        let position = replaced.partitioningIndex { $0.new >= index }
        return position < replaced.count && replaced[position].new == index ? nil : head + source
    }

    /// Returns true if a new element that was in the old array has moved: others have kept their order.
    package func hasMoved(_ index: Int) -> Bool {
        index >= head && index < newCount - tail && !isStable[index - head]
    }

    /// Returns the moves and additions, in the order in which they follow the removals, which begin at the end.
    /// - Complexity: O(n log n) for the elements between the ends.
    func edits() -> [Edit] {
        guard !isKept.isEmpty else { return added.map { .add(index: $0, at: $0) } }
        var edits: [Edit] = []
        var order = ElementOrder(sources: sources, isStable: isStable, isKept: isKept)
        for index in sources.indices where !isStable[index] {
            if let source = sources[index] {
                let move = order.move(source: source, to: index)
                if move.from != move.to { edits.append(.move(from: head + move.from, to: head + move.to)) }
            } else {
                edits.append(.add(index: head + index, at: head + order.add(index)))
            }
        }
        return edits
    }

    // MARK: The middle

    /// Pairs elements without ids.
    private mutating func align(_ old: ArraySlice<Tree>, _ new: ArraySlice<Tree>, _ hashes: inout ContainerHashes) {
        let cost = AlignmentCost(old: old, new: new)
        var alignment = ElementAlignment(old: old, new: new, hashes: &hashes)
        var bytes = cost.bytes(alignment)
        var still = alignment
        still.forgetMovedScalars()
        let stillBytes = cost.bytes(still)
        if stillBytes < bytes { (alignment, bytes) = (still, stillBytes) }
        if let inPlace = cost.bytesInPlace(), inPlace < bytes {
            let sources = new.indices.map { $0 < old.endIndex ? $0 - old.startIndex : nil }
            return arrange(sources, sources.map { $0 != nil }, replaced: \.pairs)
        }
        arrange(alignment.sources, alignment.isStable, replaced: \.pairs)
    }

    /// Arranges the elements between the ends.
    /// - Parameters:
    ///   - sources: For each new element, the index of the same old element.
    ///   - isStable: For each new element, true if it stays in place.
    ///   - replaced: Receives the elements that replace others.
    private mutating func arrange(
        _ sources: [Int?],
        _ isStable: [Bool],
        replaced: WritableKeyPath<Self, [(old: Int, new: Int)]>
    ) {
        (self.sources, self.isStable) = (sources, isStable)
        isKept = Array(repeating: false, count: oldCount - tail - head)
        for stable in [true, false] {
            for index in sources.indices where isStable[index] == stable {
                guard let source = sources[index] else { continue }
                isKept[source] = true
                pairs.append((head + source, head + index))
            }
        }
        pairReplaced(in: replaced)
        removed = isKept.indices.filter { !isKept[$0] }.map { head + $0 }
        added = self.sources.indices.filter { self.sources[$0] == nil }.map { head + $0 }
    }

    /// Lets new elements replace removed old ones between the same two stable neighbors.
    private mutating func pairReplaced(in replaced: WritableKeyPath<Self, [(old: Int, new: Int)]>) {
        var old = 0
        var index = 0
        while index < sources.count {
            var end = index
            while end < sources.count, !isStable[end] { end += 1 }
            let oldEnd = end < sources.count ? sources[end] ?? isKept.count : isKept.count
            for added in index..<end where sources[added] == nil {
                while old < oldEnd, isKept[old] { old += 1 }
                guard old < oldEnd else { break }
                sources[added] = old
                isKept[old] = true
                isStable[added] = true
                self[keyPath: replaced].append((head + old, head + added))
                old += 1
            }
            old = oldEnd + 1
            index = end + 1
        }
    }
}
