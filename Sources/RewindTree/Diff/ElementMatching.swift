/// The edits that turn the elements of an old array into those of a new one.
///
/// The elements that both ends have in common are paired first. In the middle, elements with ids are paired by id. The
/// longest sequence of pairs in the same order stays in place (patience, a longest increasing subsequence); the others
/// move. Without ids, equal elements are paired (`ElementAlignment`), and the ones between them by position.
struct ElementMatching {
    enum Edit {
        /// A move, with the indices at that moment: `to` is counted after the element has left `from`.
        case move(from: Int, to: Int)
        /// The index of an added element in the new array, and its position at that moment.
        case add(index: Int, at: Int)
    }

    /// The ascending indices of removed elements in the old array. They are removed before all other edits.
    private(set) var removed: [Int] = []
    /// The moves and additions, in order, after the removals.
    private(set) var edits: [Edit] = []
    /// Elements in both arrays, possibly changed inside; those at the ends only if they are not known to be the same.
    private(set) var pairs: [(old: Int, new: Int)] = []
    /// Elements that replace others.
    private(set) var replaced: [(old: Int, new: Int)] = []

    /// - Parameters:
    ///   - pathSize: The approximate number of bytes of the pointer to an element.
    ///   - equality: A cache of comparisons of containers.
    ///   - hashes: A cache of hashes of containers.
    /// - Complexity: Same as `ElementAlignment`.
    init(old: ArrayNode, new: ArrayNode, pathSize: Int, equality: inout EqualityMemo, hashes: inout ContainerHashes) {
        // Elements of arrays of equal length are paired by position in any case.
        let looksInside = old.count != new.count
        func correspond(_ a: Tree, _ b: Tree) -> Bool {
            if let answer = Self.correspond(a, b) { return answer }
            return looksInside && equality.areEqual(a, b)
        }
        var start = 0
        var oldEnd = old.count
        var newEnd = new.count
        while start < min(oldEnd, newEnd) {
            if !old[start].isIdentical(to: new[start]) {
                guard correspond(old[start], new[start]) else { break }
                pairs.append((start, start))
            }
            start += 1
        }
        while start < min(oldEnd, newEnd) {
            if !old[oldEnd - 1].isIdentical(to: new[newEnd - 1]) {
                guard correspond(old[oldEnd - 1], new[newEnd - 1]) else { break }
                pairs.append((oldEnd - 1, newEnd - 1))
            }
            oldEnd -= 1
            newEnd -= 1
        }
        if start == oldEnd || start == newEnd {
            removed = Array(start..<oldEnd)
            edits = (start..<newEnd).map { .add(index: $0, at: $0) }
            return
        }
        let (oldMiddle, newMiddle) = (old.elements[start..<oldEnd], new.elements[start..<newEnd])
        if let pairs = IdentifiedElements(oldMiddle, newMiddle) {
            arrange(
                pairs.sources,
                pairs.isStable,
                oldCount: oldMiddle.count,
                offset: start,
                replaced: \.replaced
            )
        } else if oldMiddle.count > 1 || newMiddle.count > 1 {
            align(oldMiddle, newMiddle, pathSize: pathSize, &hashes)
        } else {
            pairs.append((start, start))
        }
    }

    /// Returns true if two elements are the same one, possibly changed inside; nil for containers without ids.
    private static func correspond(_ old: Tree, _ new: Tree) -> Bool? {
        if case .object(let a) = old, case .object(let b) = new {
            if a === b { return true }
            guard let oldID = old.identity, let newID = new.identity else { return nil }
            return oldID == newID
        }
        if case .array(let a) = old, case .array(let b) = new { return a === b ? true : nil }
        return old == new
    }

    /// Pairs elements without ids.
    private mutating func align(
        _ old: ArraySlice<Tree>,
        _ new: ArraySlice<Tree>,
        pathSize: Int,
        _ hashes: inout ContainerHashes
    ) {
        let cost = AlignmentCost(pathSize: pathSize, old: old, new: new)
        var alignment = ElementAlignment(old: old, new: new, hashes: &hashes)
        var bytes = cost.bytes(alignment)
        var still = alignment
        still.forgetMovedScalars()
        let stillBytes = cost.bytes(still)
        if stillBytes < bytes { (alignment, bytes) = (still, stillBytes) }
        var (sources, isStable) = (alignment.sources, alignment.isStable)
        if let inPlace = cost.bytesInPlace(), inPlace < bytes {
            sources = new.indices.map { $0 < old.endIndex ? $0 - old.startIndex : nil }
            isStable = sources.map { $0 != nil }
        }
        arrange(sources, isStable, oldCount: old.count, offset: old.startIndex, replaced: \.pairs)
    }

    /// Creates the edits.
    /// - Parameters:
    ///   - sources: For each new element, the index of the same old element.
    ///   - isStable: For each new element, true if it stays in place.
    ///   - replaced: Receives the elements that replace others.
    private mutating func arrange(
        _ sources: [Int?],
        _ isStable: [Bool],
        oldCount: Int,
        offset: Int,
        replaced: WritableKeyPath<Self, [(old: Int, new: Int)]>
    ) {
        var (sources, isStable) = (sources, isStable)
        var isKept = Array(repeating: false, count: oldCount)
        for stable in [true, false] {
            for index in sources.indices where isStable[index] == stable {
                guard let source = sources[index] else { continue }
                isKept[source] = true
                pairs.append((offset + source, offset + index))
            }
        }
        pairReplaced(&sources, &isKept, &isStable, offset: offset, in: replaced)
        removed = isKept.indices.filter { !isKept[$0] }.map { offset + $0 }

        var order = ElementOrder(sources: sources, isStable: isStable, isKept: isKept)
        for index in sources.indices where !isStable[index] {
            if let source = sources[index] {
                let move = order.move(source: source, to: index)
                if move.from != move.to { edits.append(.move(from: offset + move.from, to: offset + move.to)) }
            } else {
                edits.append(.add(index: offset + index, at: offset + order.add(index)))
            }
        }
    }

    /// Lets new elements replace removed old ones between the same two stable neighbors.
    private mutating func pairReplaced(
        _ sources: inout [Int?],
        _ isKept: inout [Bool],
        _ isStable: inout [Bool],
        offset: Int,
        in replaced: WritableKeyPath<Self, [(old: Int, new: Int)]>
    ) {
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
                self[keyPath: replaced].append((offset + old, offset + added))
                old += 1
            }
            old = oldEnd + 1
            index = end + 1
        }
    }
}
