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
    init(old: UnsafeRawPointer, count oldCount: Int, new: UnsafeRawPointer, count newCount: Int, layout: ValueLayout) {
        let comparison = LayoutComparison(layout, old: old, new: new)
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
