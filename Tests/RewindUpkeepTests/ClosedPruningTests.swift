import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct ClosedPruningTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private let big = Tree.string(String(repeating: "b", count: 2_000))

    init() throws {
        let states = (0...1_500).map { n -> Tree in
            let old = Tree.string(String(repeating: "\(n / 300)", count: 2_000))
            return ["n": .integer(Int64(n)), "big": ["text": big], "old": old]
        }
        try SampleSession(states: states).write(to: folder.session(), batch: 500)
    }

    private func prune(_ retention: Retention, now: Int64 = 1_760_000_001_500_000) throws
        -> SessionPruning.Report
    {
        let plan = try SessionPruning.plan(for: url, keeping: retention, now: now)
        let report = try SessionPruning.prune(url, keeping: retention, now: now)
        if retention.maxBytes == nil {
            #expect((plan.actions, plan.first, plan.bytesBefore) == (report.actions, report.first, report.bytesBefore))
            #expect(plan.bookmarks == report.bookmarks)
            #expect(plan.bytesAfter == nil || plan.bytesAfter == report.bytesAfter)
        }
        return report
    }

    private func expectWhole(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [], sourceLocation: sourceLocation)
        let chunks = try ChunkScan(url)
        #expect(chunks.stored == chunks.needed, sourceLocation: sourceLocation)
        #expect(try folder.contents == ["a.rewind"], sourceLocation: sourceLocation)
    }

    @Test func `Pruning by count keeps at least the requested actions and less than a snapshot's worth more`() throws {
        let limits = [
            (5_000, 0), (1_500, 0), (1_499, 0), (1_245, 0), (1_244, 256), (600, 768), (600, 768), (220, 1_280),
            (1, 1_280),
        ]
        for (limit, first) in limits {
            let before = try SessionReader(opening: url).firstSeq()
            let report = try prune(Retention(maxActions: limit))
            #expect(report.first == first)
            #expect(report.actions == first - before)
            #expect(report.bytesAfter == (try Data(contentsOf: url).count))
            #expect(try #require(report.bytesAfter) <= report.bytesBefore)
            try expectWhole()
        }
        #expect(try SessionSizes(of: SessionReader(opening: url)).pruned == 1_280)
        #expect(try SessionSizes(of: SessionReader(opening: url)).actions == 220)
    }

    @Test(
        arguments: [(1_500_000, 0), (476_000, 768), (475_999, 1_024), (0, 1_280)]
    )
    func `Pruning by age keeps all younger actions and less than a snapshot's worth more`(limit: Int64, first: Int)
        throws
    {
        // Actions are a millisecond apart, and 1,500 was the last.
        #expect(try prune(Retention(maxAge: limit)).first == first)
        try expectWhole()
    }

    @Test func `A young action between old ones is kept`() throws {
        try SQL.execute("UPDATE action SET at = 1760000001500000 WHERE seq = 700", in: url)
        #expect(try prune(Retention(maxAge: 0)).first == 512)
    }

    @Test func `Pruning by size keeps the file within the limit where possible`() throws {
        let all = try Data(contentsOf: url).count
        let report = try prune(Retention(maxBytes: all / 2))
        #expect(try #require(report.bytesAfter) <= all / 2)
        #expect(report.first > 0)
        try expectWhole()
        #expect(try prune(Retention(maxBytes: 1)).first == 1_280)
        try expectWhole()
    }

    @Test(
        arguments: Thoroughness.first(1, of: UInt64(0)..<8)
    )
    func `Pruning any session meets the size limit, or removes everything removable`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let url = folder.session("r.rewind")
        var sample = SampleSession(seed: seed, count: 300 + random.below(300))
        sample.addEffects(seed: seed)
        try sample.write(to: url)
        for _ in 0..<3 {
            let length = try Data(contentsOf: url).count
            let limit = length / 5 + random.below(length)
            let report = try SessionPruning.prune(url, keeping: Retention(maxBytes: limit), now: 0)
            #expect(report.bytesAfter == (try Data(contentsOf: url).count))
            let newest = try SQL.column("SELECT max(seq) FROM snapshot", in: url)
            #expect(try #require(report.bytesAfter) <= limit || newest == ["\(report.first)"], "\(length) to \(limit)")
            if limit >= length { #expect(report.actions == 0) }
            let reader = try SessionReader(opening: url)
            #expect(try SessionCheck.run(reader).findings == [])
            #expect(try reader.effectLines() == sample.effects?.lines(from: report.first))
        }
    }

    @Test func `Pruning by size removes no more than necessary`() throws {
        let all = try Data(contentsOf: url).count
        let report = try prune(Retention(maxBytes: all * 3 / 4))
        #expect(try #require(report.bytesAfter) <= all * 3 / 4 && report.first < 1_280)
        // Starting one snapshot earlier would have been too large.
        #expect(try #require(report.bytesAfter) > all / 3)
    }

    @Test func `Pruning leaves no free pages in the file`() throws {
        let report = try prune(Retention(maxActions: 220))
        #expect(try #require(report.bytesAfter) * 2 < report.bytesBefore)
        #expect(try SQL.column("PRAGMA freelist_count", in: url) == ["0"])
    }

    @Test func `Pruning without a limit changes nothing`() throws {
        let before = try Data(contentsOf: url)
        #expect(try prune(Retention()).actions == 0)
        #expect(try SQL.column("SELECT count(*) FROM action", in: url) == ["1500"])
        #expect(try Data(contentsOf: url).count == before.count)
    }

    @Test func `The bookmarks of pruned actions are removed`() throws {
        let rows = "('a', 1023, NULL, 0), ('b', 1024, NULL, 0), ('c', 9, NULL, 0)"
        try SQL.execute("INSERT INTO bookmark VALUES \(rows)", in: url)
        _ = try prune(Retention(maxActions: 476))
        #expect(try SQL.column("SELECT name FROM bookmark", in: url) == ["b"])
    }

    @Test func `Pruning does not run a planted trigger`() throws {
        try SQL.execute("CREATE TRIGGER evil AFTER DELETE ON action BEGIN DELETE FROM session; END", in: url)
        #expect(throws: SessionError.notASession(path: url.path, .plantedSchema(name: "evil"))) {
            try prune(Retention(maxActions: 1))
        }
    }

    @Test(
        arguments: [
            ("DELETE FROM session WHERE key = 'pruned_through'", [.noInitialState]),
            ("UPDATE session SET value = '1023' WHERE key = 'pruned_through'", [.noInitialState]),
            (
                "UPDATE session SET value = '1280' WHERE key = 'pruned_through'",
                [.strandedSnapshot(seq: 1_024)] + (1_025...1_123).map { .strandedAction(seq: $0) }
            ),
            ("UPDATE session SET value = 'x' WHERE key = 'pruned_through'", [.prunedThrough]),
            ("UPDATE session SET value = '-5' WHERE key = 'pruned_through'", [.prunedThrough]),
            ("DELETE FROM action WHERE seq = 1025", [.gap(before: 1_026)]),
            ("DELETE FROM action WHERE seq = 1100", [.gap(before: 1_101)]),
            ("DELETE FROM snapshot WHERE seq = 1024", [.noInitialState]),
            ("INSERT INTO snapshot SELECT 7, chunk, hash FROM snapshot LIMIT 1", [.strandedSnapshot(seq: 7)]),
            ("UPDATE snapshot SET hash = zeroblob(32) WHERE seq = 1024", [.snapshot(seq: 1_024)]),
        ] as [(String, [SessionCheck.Finding])]
    )
    func `The check finds the traces of bad pruning by hand`(sql: String, expected: [SessionCheck.Finding])
        throws
    {
        _ = try prune(Retention(maxActions: 476))
        try expectWhole()
        try SQL.execute(sql, in: url)
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == expected)
    }

    @Test func `The check finds pruning by plain SQL`() throws {
        try SQL.execute("DELETE FROM action WHERE seq <= 256; DELETE FROM snapshot WHERE seq < 256", in: url)
        try SQL.execute("DELETE FROM change WHERE seq <= 256", in: url)
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [.noInitialState])
    }
}
