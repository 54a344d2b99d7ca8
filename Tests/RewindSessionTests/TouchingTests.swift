import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite struct TouchingTests {
    private let folder = TemporaryFolder()

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...8))
    func `The actions that changed a value are all found`(seed: UInt64) throws {
        let sample = SampleSession(seed: seed, count: Thoroughness.count(60, orInFull: 120))
        try sample.write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        let named = Set(sample.records.flatMap { $0.patch?.pointers ?? [] })
        let around = named.flatMap { [$0.parent, $0.appending("0"), $0.appending("no")].compactMap(\.self) }
        for pointer in named.union(around) {
            let expected = sample.records.map(\.seq).filter {
                sample.states[$0][pointer] != sample.states[$0 - 1][pointer]
            }
            func found(_ filter: ActionFilter) throws -> [Int] {
                var seqs: [Int] = []
                try timeline.forEachAction(filter, touching: pointer) {
                    seqs.append($0.seq)
                    return true
                }
                return seqs
            }
            #expect(try found(ActionFilter()) == expected, "\(pointer)")
            #expect(try found(ActionFilter(isReversed: true)) == expected.reversed(), "\(pointer)")
            #expect(try found(ActionFilter(after: 40, limit: 3)) == Array(expected.filter { $0 > 40 }.prefix(3)))
            #expect(try found(ActionFilter(isReversed: true, limit: 2)) == Array(expected.reversed().prefix(2)))
            let types = sample.records.filter { expected.contains($0.seq) && $0.type.hasPrefix("Inc") }.map(\.seq)
            #expect(try found(ActionFilter(typeGlob: "Inc*")) == types)
        }
    }

    @Test func `An action that moved the elements of an array changed all of them`() throws {
        let states: [Tree] = [
            ["list": ["a", "b"]], ["list": ["c", "a", "b"]], ["list": ["c", "a", "b", "d"]], ["list": ["c", "a"]],
        ]
        let sample = SampleSession(states: states)
        try sample.write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        func found(_ pointer: Pointer) throws -> [Int] {
            var seqs: [Int] = []
            try timeline.forEachAction(ActionFilter(), touching: pointer) {
                seqs.append($0.seq)
                return true
            }
            return seqs
        }
        #expect(try found(["list", "0"]) == [1])
        #expect(try found(["list", "1"]) == [1])
        #expect(try found(["list", "2"]) == [1, 3])
        #expect(try found(["list", "3"]) == [2, 3])
        #expect(try found(["list"]) == [1, 2, 3])
    }
}
