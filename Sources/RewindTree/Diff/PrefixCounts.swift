/// Flags, and the number of set flags before each: a binary indexed tree (Fenwick 1994).
struct PrefixCounts {
    private var sums: [Int]

    /// - Complexity: O(n).
    init(_ flags: [Bool]) {
        sums = [0] + flags.map { $0 ? 1 : 0 }
        for index in sums.indices.dropFirst() {
            let parent = index + (index & -index)
            if parent < sums.count { sums[parent] += sums[index] }
        }
    }

    /// Returns the number of set flags before an index.
    /// - Complexity: O(log n).
    func count(before index: Int) -> Int {
        var count = 0
        var rest = index
        while rest > 0 {
            count += sums[rest]
            rest &= rest - 1
        }
        return count
    }

    /// Changes a flag. `value` must differ from its current value.
    /// - Complexity: O(log n).
    mutating func set(_ index: Int, _ value: Bool) {
        var rest = index + 1
        while rest < sums.count {
            sums[rest] += value ? 1 : -1
            rest += rest & -rest
        }
    }
}
