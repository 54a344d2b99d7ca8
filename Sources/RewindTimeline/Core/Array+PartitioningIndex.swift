extension Array {
    /// The index of the first element of the second part, in which all are that come after one that is.
    ///
    /// - Complexity: O(log *n*).
    func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
