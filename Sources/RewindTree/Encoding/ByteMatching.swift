/// How the elements of an array come from those of an older one, found by their bytes: at both ends first, in place where
/// both have the same length, then anywhere.
struct ByteMatching {
    /// How many elements at the start are those of the old array.
    private(set) var start: Int
    /// Where the elements begin that are those at the end of the old array.
    private(set) var end: Int
    /// The elements between those that are not known to be the old ones at their indices, with the indices of old ones
    /// that they are known to be. Where the lengths differ, no index is the old one.
    private(set) var changed: [(index: Int, source: Int?)] = []

    /// - Complexity: O(n).
    init(
        old: UnsafeRawPointer,
        count oldCount: Int,
        new: UnsafeRawPointer,
        count newCount: Int,
        layout: ValueLayout,
        table: LayoutTable
    ) {
        if old == new, oldCount == newCount {
            (start, end) = (newCount, newCount)
            return
        }
        let comparison = LayoutComparison(layout, table, old: old, new: new)
        start = comparison.firstDifference(in: 0..<min(oldCount, newCount))
        end = newCount
        var oldRest: [Int] = []
        if oldCount == newCount {
            var index = start
            while index < newCount {
                oldRest.append(index)
                index = comparison.firstDifference(in: index + 1..<newCount)
            }
            changed = oldRest.map { ($0, nil) }
        } else {
            var oldEnd = oldCount
            while start < min(oldEnd, end), comparison.isSame(oldEnd - 1, end - 1) {
                oldEnd -= 1
                end -= 1
            }
            oldRest += start..<oldEnd
            changed = (start..<end).map { ($0, nil) }
        }
        // One that was changed in place is in no other.
        guard !oldRest.isEmpty, oldRest.count > 1 || changed.count > 1 else { return }
        findAnywhere(among: oldRest, comparison)
    }

    /// Takes back that elements are old ones: those of which `isStale` says of their old index that they have changed.
    /// - Complexity: O(n) calls.
    mutating func discard(oldCount: Int, count: Int, where isStale: (Int) -> Bool) {
        let sources = Dictionary(uniqueKeysWithValues: changed.map { ($0.index, $0.source) })
        // Between the ends of arrays of the same length, elements that are not listed are those at their index.
        func source(_ index: Int) -> Int? {
            if let source = sources[index] { return source }
            return index < end ? index : index - count + oldCount
        }
        var listed: [(index: Int, source: Int?)] = []
        var (firstStale, lastStale) = (count, -1)
        for index in 0..<count {
            let source = source(index)
            if let source, isStale(source) {
                listed.append((index, nil))
                firstStale = min(firstStale, index)
                lastStale = index
            } else {
                listed.append((index, source))
            }
        }
        guard lastStale >= 0 else { return }
        if oldCount == count {
            changed = listed.filter { $0.source != $0.index }
            return
        }
        start = min(start, firstStale)
        end = max(end, lastStale + 1)
        changed = Array(listed[start..<end])
    }

    private mutating func findAnywhere(among candidates: [Int], _ comparison: LayoutComparison) {
        var indices: [Int: Int] = [:]
        indices.reserveCapacity(candidates.count)
        for index in candidates { indices[comparison.hash(ofOld: index)] = index }
        for position in changed.indices {
            let index = changed[position].index
            guard let source = indices[comparison.hash(ofNew: index)], comparison.isSame(source, index) else {
                continue
            }
            changed[position].source = source
        }
    }
}
