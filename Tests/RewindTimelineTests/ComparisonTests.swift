import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindUpkeep

@Suite struct ComparisonTests {
    private let folder = TemporaryFolder()

    private func compare(_ a: BranchingSession, _ b: BranchingSession) throws -> Comparison {
        for name in ["a.rewind", "b.rewind"] { try? FileManager.default.removeItem(at: folder.session(name)) }
        try a.write(to: folder.session("a.rewind"))
        try b.write(to: folder.session("b.rewind"))
        return try comparison()
    }

    private func comparison() throws -> Comparison {
        let a = try Timeline(opening: folder.session("a.rewind"))
        let b = try Timeline(opening: folder.session("b.rewind"))
        defer {
            a.session.close()
            b.session.close()
        }
        let comparison = try Comparison(of: a, with: b, scan: LogScan(width: 3, lengths: 4...16))
        #expect(try Comparison(of: a, with: b, scan: LogScan(width: 1)) == comparison)
        return comparison
    }

    @Test(arguments: Thoroughness.first(2, of: UInt64(1)...6))
    func `The first difference of a changed copy is found`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let session = BranchingSession(seed: seed, count: 120)
        for part in Comparison.Part.allCases {
            let seq = 1 + random.below(120)
            var other = session
            other.change(seq, part)
            let expected = Comparison.Parting.action(seq, [part])
            #expect(try compare(session, other).parting == expected)
            #expect(try comparison().sameThrough == seq - 1)
        }
    }

    @Test(arguments: UInt64(1)...3) func `Different storage of equal values is no difference`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 120)
        #expect(try compare(session, session).parting == .none)
        // Other ids for the same chunks.
        try SQL.execute(
            """
            UPDATE chunk SET id = CAST('100000' || id AS INTEGER), body = replace(body, '{"$chunk":', '{"$chunk":100000');
            UPDATE snapshot SET chunk = CAST('100000' || chunk AS INTEGER);
            UPDATE action SET payload = replace(payload, '{"$chunk":', '{"$chunk":100000'),
                patch = replace(patch, '{"$chunk":', '{"$chunk":100000');
            """,
            in: folder.session("b.rewind")
        )
        #expect(try comparison().parting == .none)
    }

    @Test func `A comparison reaches the end of the shorter session`() throws {
        let (short, long) = (BranchingSession(parents: [0, 1, 2]), BranchingSession(parents: [0, 1, 2, 3]))
        #expect(try compare(short, long).parting == .endOfFirst)
        #expect(try compare(long, short).parting == .endOfSecond)
        let same = try compare(long, long)
        #expect(same.parting == .none)
        #expect(same.sameThrough == 4)
    }

    @Test func `Different first states are a difference`() throws {
        let (a, b) = (BranchingSession(states: [["n": 0]]), BranchingSession(states: [["n": 1]]))
        let comparison = try compare(a, b)
        #expect(comparison.parting == .start)
        #expect(comparison.sameThrough == -1)
    }

    @Test func `A comparison of pruned sessions begins at the first common state`() throws {
        let session = BranchingSession(parents: Array(0..<600))
        _ = try compare(session, session)
        _ = try SessionPruning.prune(folder.session("b.rewind"), keeping: Retention(maxActions: 88), now: 0)
        let pruned = try comparison()
        #expect(pruned.parting == .none)
        #expect(pruned.start == 512)
        try FileManager.default.removeItem(at: folder.session("a.rewind"))
        try BranchingSession(parents: [0, 1]).write(to: folder.session("a.rewind"))
        #expect(try comparison().parting == .apart)
    }
}
