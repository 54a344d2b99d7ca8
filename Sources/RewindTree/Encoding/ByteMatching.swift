/// Matches the elements of an array to those of an older one by their bytes: first at both ends, then in place if the
/// lengths are equal, then anywhere.
struct ByteMatching {
    /// The number of elements at the start that are those of the old array.
    private(set) var start: Int
    /// The index from which the elements are those at the end of the old array.
    private(set) var end: Int
    /// The elements in between that are not known to be the old ones at their indices, each with the index of its old
    /// element, if found. If the lengths differ, all elements in between are listed.
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
        // A single element that was changed in place cannot be found elsewhere.
        guard !oldRest.isEmpty, oldRest.count > 1 || changed.count > 1 else { return }
        findAnywhere(among: oldRest, comparison)
    }

    /// Discards matches whose old element has changed in place, as reported by `isStale` for its old index.
    /// - Complexity: O(n) calls.
    mutating func discard(oldCount: Int, count: Int, where isStale: (Int) -> Bool) {
        let sources = Dictionary(uniqueKeysWithValues: changed.map { ($0.index, $0.source) })
        // If the lengths are equal, elements between the ends that are not listed match the old ones at their indices.
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
