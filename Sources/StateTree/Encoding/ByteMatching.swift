/// The search for the elements of an array in an older one, by their bytes.
struct ByteMatching {
    private let old: UnsafeRawPointer
    private let new: UnsafeRawPointer
    private let layout: ValueLayout
    private let oldCount: Int
    private var result: [Int]

    init(old: UnsafeRawPointer, count oldCount: Int, new: UnsafeRawPointer, count newCount: Int, layout: ValueLayout) {
        self.old = old
        self.new = new
        self.layout = layout
        self.oldCount = oldCount
        result = Array(repeating: -1, count: newCount)
    }

    /// For each new element the index of an old one that is the same, or -1.
    /// - Complexity: O(n).
    mutating func sources() -> [Int] {
        var start = 0
        var oldEnd = oldCount
        var newEnd = result.count
        while start < min(oldEnd, newEnd), isSame(start, start) {
            result[start] = start
            start += 1
        }
        while start < min(oldEnd, newEnd), isSame(oldEnd - 1, newEnd - 1) {
            oldEnd -= 1
            newEnd -= 1
            result[newEnd] = oldEnd
        }
        var oldRest = Array(start..<oldEnd)
        if oldCount == result.count {
            for index in start..<oldEnd where isSame(index, index) { result[index] = index }
            oldRest.removeAll { result[$0] == $0 }
        }
        // One that was changed in place is in no other.
        if oldRest.count > 1 || newEnd - start > oldRest.count { findAnywhere(among: oldRest, start..<newEnd) }
        return result
    }

    private mutating func findAnywhere(among candidates: [Int], _ range: Range<Int>) {
        guard !candidates.isEmpty else { return }
        var places: [Int: Int] = [:]
        places.reserveCapacity(candidates.count)
        for index in candidates { places[layout.hash(old + index * layout.stride)] = index }
        for index in range where result[index] < 0 {
            guard let place = places[layout.hash(new + index * layout.stride)], isSame(place, index) else { continue }
            result[index] = place
        }
    }

    private func isSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        layout.isSame(old + oldIndex * layout.stride, new + newIndex * layout.stride)
    }
}
