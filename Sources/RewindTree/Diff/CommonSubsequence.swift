/// A long sequence of elements that two sequences have in common, in order but not necessarily adjacent: the greedy
/// search for a shortest edit script (Myers 1986), limited in time.
///
/// It searches for a path through the grid of all pairs of elements, from one corner to the other. A step right or down
/// costs one; a diagonal step, over a pair of equal elements, costs nothing. Once the cost exceeds `limit`, it accepts
/// the path that got furthest and starts again at its end.
package struct CommonSubsequence {
    /// The greatest cost at which a path is certain to be the shortest.
    static let limit = 64

    /// The indices of the common elements, ascending in both sequences.
    package private(set) var pairs: [(old: Int, new: Int)] = []
    /// True if no longer common sequence exists.
    private(set) var isLongest = true
    /// The furthest index in the first sequence for each diagonal and cost. The entries of cost `c` begin at
    /// `c * (c + 1) / 2`, with the lowest diagonal.
    private var reached: [Int] = []

    private static let unreachable = -2

    /// Compares the elements of two ranges.
    /// - Parameter settles: True to continue after `limit`; otherwise the result is the part found so far.
    /// - Complexity: O(limit × elements) comparisons.
    package init(_ old: Range<Int>, _ new: Range<Int>, settles: Bool, isSame: (_ old: Int, _ new: Int) -> Bool) {
        var (old, new) = (old, new)
        while !old.isEmpty, !new.isEmpty {
            let end = advance(old, new, isSame)
            old = end.old..<old.upperBound
            new = end.new..<new.upperBound
            guard settles || isLongest else { return }
        }
    }

    /// Searches from the start of both ranges, and returns the position reached.
    private mutating func advance(
        _ old: Range<Int>,
        _ new: Range<Int>,
        _ isSame: (Int, Int) -> Bool
    ) -> (old: Int, new: Int) {
        reached.removeAll(keepingCapacity: true)
        var furthest = (cost: 0, offset: 0)
        for cost in 0...Self.limit {
            furthest = (cost, -1)
            var (progress, skew) = (-1, 0)
            for offset in 0...cost {
                let diagonal = 2 * offset - cost
                var x = beginning(cost, offset, old.count, new.count)
                if x >= 0 {
                    while x < old.count, x - diagonal < new.count,
                        isSame(old.lowerBound + x, new.lowerBound + x - diagonal)
                    {
                        x += 1
                    }
                    // Of paths that got equally far, prefer the one that skips equally many elements of both.
                    if (2 * x - diagonal, -abs(diagonal)) > (progress, -skew) {
                        (progress, skew, furthest.offset) = (2 * x - diagonal, abs(diagonal), offset)
                    }
                }
                reached.append(x)
            }
            if progress == old.count + new.count { break }
        }
        let x = reached[Self.start(furthest.cost) + furthest.offset]
        let end = (old: old.lowerBound + x, new: new.lowerBound + x - (2 * furthest.offset - furthest.cost))
        if end != (old.upperBound, new.upperBound) { isLongest = false }
        collect(back: furthest, old.lowerBound, new.lowerBound, (old.count, new.count))
        return end
    }

    /// Returns the start of a diagonal at a cost, one step right or down from another diagonal.
    private func beginning(_ cost: Int, _ offset: Int, _ oldCount: Int, _ newCount: Int) -> Int {
        guard cost > 0 else { return 0 }
        let before = Self.start(cost - 1)
        let diagonal = 2 * offset - cost
        var x = Self.unreachable
        if offset < cost {
            let down = reached[before + offset]
            if down >= 0, down - diagonal <= newCount { x = down }
        }
        if offset > 0 {
            let right = reached[before + offset - 1]
            if right >= 0, right < oldCount { x = max(x, right + 1) }
        }
        return x
    }

    /// Adds the pairs on the path that ends at `end`.
    private mutating func collect(
        back end: (cost: Int, offset: Int),
        _ oldStart: Int,
        _ newStart: Int,
        _ counts: (old: Int, new: Int)
    ) {
        let first = pairs.count
        var (cost, offset) = end
        while true {
            let diagonal = 2 * offset - cost
            let start = beginning(cost, offset, counts.old, counts.new)
            var x = reached[Self.start(cost) + offset]
            while x > start {
                x -= 1
                pairs.append((oldStart + x, newStart + x - diagonal))
            }
            guard cost > 0 else { break }
            // A step right comes from the previous diagonal, a step down from the next one.
            let right = offset > 0 ? reached[Self.start(cost - 1) + offset - 1] : Self.unreachable
            if right >= 0, right + 1 == start { offset -= 1 }
            cost -= 1
        }
        pairs[first...].reverse()
    }

    private static func start(_ cost: Int) -> Int {
        cost * (cost + 1) / 2
    }
}
