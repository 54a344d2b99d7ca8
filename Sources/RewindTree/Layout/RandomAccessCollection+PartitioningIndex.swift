extension RandomAccessCollection {
    /// Returns the first index of the second part, given that the elements are partitioned by the predicate.
    /// - Complexity: O(log n).
    @inlinable
    package func partitioningIndex(where isSecond: (Element) throws -> Bool) rethrows -> Index {
        var (low, high) = (startIndex, endIndex)
        while low != high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if try isSecond(self[middle]) { high = middle } else { low = index(after: middle) }
        }
        return low
    }
}
