#if Fleet

import Foundation
import RewindFleet
import RewindSession
import RewindTimeline
import RewindUpkeep
import TestSupport
import Testing

@Suite(.needsPostgres, .ownThreads) struct PushTests {
    private let folder = TemporaryFolder()
    private let fleet: FleetDatabase
    private let address: String

    init() throws {
        address = try #require(FleetCluster.shared).createFleet()
        fleet = try FleetDatabase(address)
    }

    private func expectEqual(_ copy: URL, _ original: URL, _ comment: Comment) throws {
        for table in SessionFormat.tables where !SessionFormat.indexTables.contains(table) {
            let sql = "SELECT * FROM \(table) ORDER BY 1"
            #expect(try SQL.rows(sql, in: copy) == SQL.rows(sql, in: original), "\(table), \(comment)")
        }
        let session = try SessionReader(opening: copy)
        defer { session.close() }
        #expect(try SessionCheck.run(session).findings == [], comment)
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(8, orInFull: 60)))
    func `A session comes out as it went in`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let original = folder.session("original.rewind")
        let facts = seed % 3 == 0 ? [:] : [SessionFact.idKey: UUID().uuidString, "app": "App \(seed)"]
        if seed % 2 == 0 {
            try BranchingSession(seed: seed, count: 50 + random.below(300)).write(to: original, facts: facts)
        } else {
            try BranchingSession(operationsFrom: seed, count: 50 + random.below(600)).write(to: original, facts: facts)
        }
        guard case .stored(let id, let actions) = try fleet.push(original) else {
            Issue.record("not stored")
            return
        }
        #expect(try fleet.push(original) == .known(id: id))
        let copy = folder.session("copy.rewind")
        try fleet.pull(id, to: copy)
        try expectEqual(copy, original, "seed \(seed)")
        let count = try SQL.column("SELECT count(*) FROM action", in: copy)
        #expect(count == ["\(actions)"])
        #expect(try fleet.push(copy) == .known(id: id))
    }
}

#endif
