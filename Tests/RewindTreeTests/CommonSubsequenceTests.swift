import TestSupport
import Testing

@testable import RewindTree

@Suite struct CommonSubsequenceTests {
    private func isCommon(_ pairs: [(old: Int, new: Int)], _ old: [Int], _ new: [Int]) -> Bool {
        let isAscending = zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new }
        return isAscending && pairs.allSatisfy { old[$0.old] == new[$0.new] }
    }

    /// Returns the length of the longest common subsequence, from the table of all pairs of prefixes.
    private func longest(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for element in old {
            var next = [0]
            for (index, other) in new.enumerated() {
                next.append(element == other ? row[index] + 1 : max(row[index + 1], next[index]))
            }
            row = next
        }
        return row[new.count]
    }

    @Test(arguments: Thoroughness.first(75, of: 0..<300 as Range<UInt64>))
    func `The search for few differences is exact`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let symbols = 1 + random.below(6)
        func sequence() -> [Int] { (0..<random.below(33)).map { _ in random.below(symbols) } }
        let (old, new) = (sequence(), sequence())
        let found = CommonSubsequence(0..<old.count, 0..<new.count, settles: false) { old[$0] == new[$1] }
        #expect(found.isLongest)
        #expect(found.pairs.count == longest(old, new))
        #expect(isCommon(found.pairs, old, new))
    }

    @Test(arguments: Thoroughness.first(10, of: 0..<40 as Range<UInt64>))
    func `The search for many differences takes linear time`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let count = 2_000
        let old: [Int] =
            switch seed % 4 {
            case 0: Array(repeating: 1, count: count)
            case 1: (0..<count).map { $0 % 2 }
            case 2: (0..<count).map { _ in random.below(3) }
            default: (0..<count).map { _ in random.below(1_000) }
            }
        var new = old
        for _ in 0..<random.below(200) {
            let index = random.below(new.count)
            switch random.below(3) {
            case 0: new[index] = random.below(3)
            case 1: new.remove(at: index)
            default: new.insert(random.below(3), at: index)
            }
        }
        if seed % 5 == 0 { new.shuffle(using: &random) }
        if seed % 7 == 0 { new = new.map { $0 + 1 } }
        var comparisons = 0
        let found = CommonSubsequence(0..<old.count, 0..<new.count, settles: true) {
            comparisons += 1
            return old[$0] == new[$1]
        }
        #expect(isCommon(found.pairs, old, new))
        #expect(comparisons <= 2 * CommonSubsequence.limit * (old.count + new.count))
        // With about one difference in twenty elements, few pairs are missed.
        if seed % 5 > 0, seed % 7 > 0, seed % 4 != 0 {
            #expect(found.pairs.count >= min(old.count, new.count) - 250)
        }
    }

    @Test func `An empty range has no common subsequence`() {
        for (old, new) in [(0..<0, 0..<5), (3..<7, 2..<2), (0..<0, 0..<0)] {
            let found = CommonSubsequence(old, new, settles: true) { _, _ in true }
            #expect(found.pairs.isEmpty && found.isLongest)
        }
    }
}
