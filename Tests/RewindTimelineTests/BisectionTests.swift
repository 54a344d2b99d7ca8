import Foundation
import RewindSession
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct BisectionTests {
    private let folder = TemporaryFolder()

    private func timeline(parents: [Int]) throws -> Timeline {
        try BranchingSession(parents: parents).write(to: folder.session())
        return try Timeline(opening: folder.session())
    }

    /// Runs a search in which all states from `firstBad` on are bad, and those in `skipped` cannot be tested.
    private func run(
        _ path: SeqPath,
        firstBad: Int,
        skipped: (Int) -> Bool = { _ in false }
    ) -> (status: Bisection.Status, tests: Int) {
        var bisection = Bisection(path)
        var tests = 0
        var seen: Set<Int> = []
        while case .test(let seq) = bisection.status {
            #expect(seen.insert(seq).inserted, "no state is tested twice")
            tests += 1
            bisection.record(skipped(seq) ? .skip : seq >= firstBad ? .bad : .good)
        }
        return (bisection.status, tests)
    }

    @Test(arguments: [2, 3, 4, 7, 8, 9, 64, 100])
    func `Every first bad action is found with the minimum number of tests`(count: Int) throws {
        let path = try timeline(parents: Array(0..<count)).path(from: 0, to: count)
        #expect(path.count == count + 1)
        for firstBad in 1...count {
            let (status, tests) = run(path, firstBad: firstBad)
            #expect(status == .found(seq: firstBad))
            #expect(tests <= Int.bitWidth - count.leadingZeroBitCount)
        }
    }

    @Test(arguments: Thoroughness.first(7, of: UInt64(1)...30))
    func `Skipped actions leave the same candidates as in a simple model`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let count = 2 + random.below(80)
        let path = try timeline(parents: Array(0..<count)).path(from: 0, to: count)
        let firstBad = 1 + random.below(count)
        let start = random.below(count)
        let length = random.below(count)
        let isDense = seed % 2 == 0
        var skipped = Set((1..<count).filter { _ in random.below(3) == 0 })
        if isDense { skipped = Set((start..<start + length).filter { $0 > 0 && $0 < count }) }
        let (status, _) = run(path, firstBad: firstBad) { skipped.contains($0) }
        // The last good state and the first bad one that can be tested.
        let lastGood = (0..<firstBad).last { !skipped.contains($0) } ?? 0
        let knownBad = (firstBad...count).first { !skipped.contains($0) } ?? count
        let expected: Bisection.Status =
            knownBad - lastGood == 1 ? .found(seq: knownBad) : .unclear(first: lastGood + 1, last: knownBad)
        #expect(status == expected)
    }

    @Test func `A thousand actions that cannot be tested take few tests`() throws {
        let path = try timeline(parents: Array(0..<4_000)).path(from: 0, to: 4_000)
        let (status, tests) = run(path, firstBad: 3_300) { (1_500..<2_600).contains($0) }
        #expect(status == .found(seq: 3_300))
        #expect(tests < 40)
    }

    @Test func `The number of remaining tests is counted`() throws {
        let timeline = try timeline(parents: Array(0..<100))
        var bisection = Bisection(try timeline.path(from: 0, to: 100))
        #expect(bisection.remainingTests == 7)
        bisection.record(.good)
        #expect(bisection.remainingTests == 6)
        bisection = Bisection(try timeline.path(from: 4, to: 5))
        #expect(bisection.remainingTests == 0)
        #expect(bisection.status == .found(seq: 5))
    }

    @Test func `A bisection follows the parents`() throws {
        // 0 - 1 - 2 - 3, 2 - 4 - 5, 1 - 6 - 7, 5 - 8
        let timeline = try timeline(parents: [0, 1, 2, 2, 4, 1, 6, 5])
        func seqs(_ from: Int, _ to: Int) throws -> [Int] {
            let path = try timeline.path(from: from, to: to)
            return (0..<path.count).map { path[$0] }
        }
        #expect(try seqs(0, 8) == [0, 1, 2, 4, 5, 8])
        #expect(try seqs(0, 7) == [0, 1, 6, 7])
        #expect(try seqs(2, 8) == [2, 4, 5, 8])
        #expect(try seqs(4, 5) == [4, 5])
        #expect(try seqs(3, 3) == [3])
        #expect(try seqs(0, 3) == [0, 1, 2, 3])
        for (from, to) in [(3, 8), (6, 8), (4, 7), (8, 0), (5, 4), (3, 4)] {
            #expect(throws: TimelineError.notAnAncestor(from, of: to)) { try timeline.path(from: from, to: to) }
        }
    }

    @Test(arguments: UInt64(1)...5) func `A bisection follows the parents in random sessions`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 200, branching: 5)
        try session.write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        for seq in stride(from: 0, through: 200, by: 7) {
            var expected = [seq]
            while let first = expected.first, first > 0 { expected.insert(session.records[first - 1].parent, at: 0) }
            let path = try timeline.path(from: 0, to: seq)
            #expect((0..<path.count).map { path[$0] } == expected)
        }
    }

    @Test func `A cycle of parents is an error`() throws {
        _ = try timeline(parents: Array(0..<9))
        try Damage.execute("UPDATE action SET parent = 8 WHERE seq = 4", in: folder.session())
        let damage = SessionError.Damage.malformed(table: "action", column: "parent", row: 4)
        #expect(throws: SessionError.damaged(path: folder.session().path, damage)) {
            try Timeline(opening: folder.session()).path(from: 0, to: 9)
        }
    }
}
