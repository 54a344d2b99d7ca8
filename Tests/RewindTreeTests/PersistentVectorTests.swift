import TestSupport
import Testing

@testable import RewindTree

@Suite struct PersistentVectorTests {
    @Test(arguments: Thoroughness.first(3, of: 0..<10 as Range<UInt64>))
    func `A vector has the elements of an array after the same changes, and copies keep theirs`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var array = (0..<Int.random(in: 0...200, using: &random)).map { $0 }
        var vector = PersistentVector(array)
        var copies: [(array: [Int], vector: PersistentVector<Int>)] = []
        for step in 1000..<1200 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                vector = vector.chunked()
            case 1:
                let count = Int.random(in: max(0, array.count - 40)...array.count, using: &random)
                vector = vector.prefix(count)
                array = Array(array.prefix(count))
            case 2, 3:
                for value in 0..<Int.random(in: 0...20, using: &random) {
                    vector.append(step + value)
                    array.append(step + value)
                }
            case 4:
                copies.append((array, vector))
            default:
                guard let index = array.indices.randomElement(using: &random) else { continue }
                vector[index] = step
                array[index] = step
            }
            #expect(vector.count == array.count)
            #expect(vector.elements == array)
            #expect(array.indices.allSatisfy { vector[$0] == array[$0] })
            let like = PersistentVector(array.map { $0 % 7 == 0 ? -1 : $0 })
            for other in [like, like.chunked()] + copies.filter({ $0.array.count == array.count }).map(\.vector) {
                #expect(differences(vector, other) == array.indices.filter { array[$0] != other[$0] })
            }
        }
        for copy in copies { #expect(copy.vector.elements == copy.array) }
    }

    private func differences(_ left: PersistentVector<Int>, _ right: PersistentVector<Int>) -> [Int] {
        var result: [Int] = []
        left.forEachRun(unlikeIn: right) { start, elements, others in
            result += elements.indices.filter { elements[$0] != others[$0] }.map { start + $0 }
        }
        return result
    }

    @Test func `A copy with one changed element shares all other chunks`() {
        let vector = PersistentVector(Array(0..<1000)).chunked()
        var changed = vector
        changed[500] = -1
        var runs: [Range<Int>] = []
        changed.forEachRun(unlikeIn: vector) { start, elements, _ in runs.append(start..<start + elements.count) }
        #expect(runs == [480..<512])
    }
}
