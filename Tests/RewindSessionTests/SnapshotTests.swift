import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct SnapshotTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private var seqs: [Int] {
        get throws { try SQL.column("SELECT seq FROM snapshot ORDER BY seq", in: url).compactMap { Int($0) } }
    }

    @Test func `Snapshots with small patches are stored at 0 and at every 256th action`() throws {
        let large = Tree.string(String(repeating: "x", count: 100_000))
        let states = (0...1_000).map { Tree(members: [("n", .integer(Int64($0))), ("pad", large)]) }
        try SampleSession(states: states).write(to: url, batch: 100)
        #expect(try seqs == [0, 256, 512, 768])
    }

    @Test func `The distance of snapshots is the size of a large state in KB`() throws {
        let large = Tree.string(String(repeating: "x", count: 1_000_000))
        let states = (0...1_000).map { Tree(members: [("n", .integer(Int64($0))), ("pad", large)]) }
        try SampleSession(states: states).write(to: url, batch: 100)
        #expect(try seqs == [0, 976])
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...2)) func `Snapshots are never more than 256 actions apart`(
        seed: UInt64
    ) throws {
        try SampleSession(seed: seed, count: 600).write(to: url)
        let found = try seqs + [600]
        #expect(found[0] == 0)
        #expect(zip(found, found.dropFirst()).allSatisfy { $1 - $0 <= 256 })
    }

    @Test func `A snapshot is stored once the patches since the last one are larger`() throws {
        // Every other member changes, so that a patch is about half as long as the state.
        let states = (0...60).map { n in
            Tree(members: (0..<80).map { ("\($0)", .string(String(repeating: "\($0 % 2 == 0 ? n : 0) ", count: 100))) })
        }
        try SampleSession(states: states).write(to: url)
        let weight = try SQL.rows(
            """
            SELECT seq, sum(length(patch)) OVER (ORDER BY seq), length(patch) FROM action ORDER BY seq
            """,
            in: url
        ).map { $0.compactMap { Int($0) } }
        let found = try seqs
        #expect(found.count > 10)
        let bytes = states[0].text.utf8.count
        for (earlier, later) in zip(found, found.dropFirst()) {
            let before = later < 2 ? 0 : weight[later - 2][1] - (earlier == 0 ? 0 : weight[earlier - 1][1])
            // Before the last patch, the limit was not reached, within the error of the size estimate.
            #expect(before <= max(16_384, bytes * 2), "between \(earlier) and \(later)")
        }
    }

    @Test func `A snapshot waits for a known state`() throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            for seq in 1...300 {
                let isKnown = seq >= 290
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: 0,
                    type: "A",
                    patch: isKnown ? Patch([.replace(["n"], .integer(Int64(seq)))]) : nil,
                    status: isKnown ? .done : .dropped
                )
                try transaction.append(record, state: isKnown ? ["n": .integer(Int64(seq))] : nil)
            }
        }
        try writer.close()
        #expect(try seqs == [0, 290])
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
    }
}
