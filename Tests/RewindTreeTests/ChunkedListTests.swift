import TestSupport
import Testing

@testable import RewindTree

@Suite struct ChunkedListTests {
    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `A chunked list behaves like an array`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var array = Array(0..<Int.random(in: 0...500, using: &random))
        var list = ChunkedList(array)
        let growth = Int.random(in: 30...70, using: &random)
        for value in 0..<1_000 {
            if random.chance(growth) || array.isEmpty {
                let index = Int.random(in: 0...array.count, using: &random)
                array.insert(value, at: index)
                list.insert(value, at: index)
            } else if random.chance(50) {
                let index = Int.random(in: array.indices, using: &random)
                #expect(list.remove(at: index) == array.remove(at: index))
            } else {
                let index = Int.random(in: array.indices, using: &random)
                #expect(list[index] == array[index])
                array[index] = -value
                list[index] = -value
            }
            #expect(list.count == array.count)
        }
        #expect(list.elements == array)
    }
}
