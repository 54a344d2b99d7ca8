/// The longest increasing subsequence of some values, by patience sorting (Fredman 1975).
package enum LongestIncreasingSubsequence {
    /// Returns the indices of the subsequence, in order. The values must be distinct.
    /// - Complexity: O(n log n).
    package static func indices(of values: [Int]) -> [Int] {
        /// For each length, the index of the smallest value that ends a subsequence of that length.
        var ends: [Int] = []
        var predecessors = Array(repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            let length = ends.partitioningIndex { values[$0] >= value }
            if length > 0 { predecessors[index] = ends[length - 1] }
            if length == ends.count {
                ends.append(index)
            } else {
                ends[length] = index
            }
        }
        var run: [Int] = []
        run.reserveCapacity(ends.count)
        var next = ends.last ?? -1
        while next >= 0 {
            run.append(next)
            next = predecessors[next]
        }
        return run.reversed()
    }
}
