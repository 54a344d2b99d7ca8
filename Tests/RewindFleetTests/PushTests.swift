#if Fleet

import Foundation
import RewindFleet
import RewindSession
import RewindTimeline
import RewindUpkeep
import TestSupport
import Testing

/// Expects that a pulled file has the rows of the original, and is sound.
func expectEqualRows(_ copy: URL, _ original: URL, _ comment: Comment) throws {
    for table in SessionFormat.tables where !SessionFormat.indexTables.contains(table) {
        let sql = "SELECT * FROM \(table) ORDER BY 1"
        #expect(try SQL.rows(sql, in: copy) == SQL.rows(sql, in: original), "\(table), \(comment)")
    }
    let session = try SessionReader(opening: copy)
    defer { session.close() }
    #expect(try SessionCheck.run(session).findings == [], comment)
}

@Suite(.needsPostgres, .ownThreads) struct PushTests {
    private let folder = TemporaryFolder()
    private let fleet: FleetDatabase
    private let address: String

    init() throws {
        address = try #require(FleetCluster.shared).createFleet()
        fleet = try FleetDatabase(address)
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(8, orInFull: 60)))
    func `A session comes out as it went in`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let original = folder.session("original.rewind")
        let facts = seed % 3 == 0 ? [:] : [SessionFact.idKey: UUID().uuidString, "app": "App \(seed)"]
        var sample =
            seed % 2 == 0
            ? BranchingSession(seed: seed, count: 50 + random.below(300))
            : BranchingSession(operationsFrom: seed, count: 50 + random.below(600))
        if seed % 3 > 0 { sample.addEffects(seed: seed) }
        try sample.write(to: original, facts: facts)
        // Effects that were under way at the first state are from before it.
        if seed % 4 > 1 { _ = try SessionPruning.prune(original, keeping: Retention(maxActions: 40), now: 0) }
        guard case .stored(let id, let actions) = try fleet.push(original) else {
            Issue.record("not stored")
            return
        }
        #expect(try fleet.push(original) == .known(id: id))
        let copy = folder.session("copy.rewind")
        try fleet.pull(fleet.session(id), to: copy)
        try expectEqualRows(copy, original, "seed \(seed)")
        let count = try SQL.column("SELECT count(*) FROM action", in: copy)
        #expect(count == ["\(actions)"])
        if seed % 4 < 2 {
            let reader = try SessionReader(opening: copy)
            defer { reader.close() }
            #expect(try reader.effectLines() == sample.effects?.lines() ?? [])
        }
        #expect(try fleet.push(copy) == .known(id: id))
    }

    @Test func `A session of version 1 comes out as one of version 2 with the same rows`() throws {
        let original = folder.session("original.rewind")
        try BranchingSession(seed: 5, count: 100).write(to: original, facts: ["app": "App"])
        try SQL.makeVersion1(original)
        guard case .stored(let id, _) = try fleet.push(original) else { throw CocoaError(.fileWriteUnknown) }
        let copy = folder.session("copy.rewind")
        try fleet.pull(fleet.session(id), to: copy)
        #expect(try SQL.column("PRAGMA user_version", in: copy) == ["2"])
        #expect(try fleet.push(copy) == .known(id: id))
        try SessionCursor.move(to: 100, tip: 100, in: original)
        try SQL.execute("DELETE FROM session WHERE key IN ('cursor', 'cursor_tip', 'effects_end')", in: original)
        try expectEqualRows(copy, original, "version 1")
    }
}

#endif
