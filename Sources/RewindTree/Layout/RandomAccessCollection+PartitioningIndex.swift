extension RandomAccessCollection {
    /// The index of the first element of the second part, in which all are that come after one that is.
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
