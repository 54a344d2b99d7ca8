import TestSupport
import Testing

@testable import RewindTree

@Suite struct LongestIncreasingSubsequenceTests {
    @Test(
        arguments: [
            ([], []), ([5], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]), ([3, 0, 1, 2], [1, 2, 3]),
            ([1, 2, 3, 0], [0, 1, 2]),
        ] as [([Int], [Int])]
    )
    func `The longest run is found`(values: [Int], expected: [Int]) {
        #expect(LongestIncreasingSubsequence.indices(of: values) == expected)
    }

    @Test(arguments: Thoroughness.first(12, of: 0..<50 as Range<UInt64>))
    func `The run is as long as the one found by trying all pairs`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let values = Array(0..<30).shuffled(using: &random)
        let run = LongestIncreasingSubsequence.indices(of: values)
        #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 && values[$0] < values[$1] })
        var lengths: [Int] = []
        for index in values.indices {
            lengths.append(1 + ((0..<index).filter { values[$0] < values[index] }.map { lengths[$0] }.max() ?? 0))
        }
        #expect(run.count == lengths.max())
    }
}
