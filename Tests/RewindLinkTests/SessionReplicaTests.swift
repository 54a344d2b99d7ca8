import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindUpkeep
import TestSupport
import Testing
@testable import RewindLink

@Suite(.ownThreads) struct SessionReplicaTests {
    private let folder = TemporaryFolder()

    private func expectEqual(_ copy: URL, _ original: URL, _ comment: Comment) throws {
        for table in Desk.tables {
            let sql = "SELECT * FROM \(table) ORDER BY 1"
            #expect(try SQL.rows(sql, in: copy) == SQL.rows(sql, in: original), "\(table), \(comment)")
        }
        let session = try SessionReader(opening: copy)
        defer { session.close() }
        #expect(try SessionCheck.run(session).findings == [], comment)
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(1, orInFull: 100)))
    func `A copy that is cut off at random is equal in the end`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var sample = SampleSession(seed: seed, count: 200 + random.below(300))
        sample.addEffects(seed: seed)
        let (original, copy) = (folder.session("original.rewind"), folder.session("copy.rewind"))
        let recording = try BoundedSession(sample, at: original)
        var replica = try SessionReplica(creating: copy, session: "id")
        var retention = Retention()
        if random.below(2) == 0 { retention.maxActions = 64 + random.below(100) }
        var isOpen = true
        while !replica.isEnded {
            switch random.below(6) {
            case 0, 1:
                guard isOpen else { break }
                try recording.write(1 + random.below(90))
                try recording.prune(keeping: retention)
                if recording.written == sample.records.count {
                    try recording.writer.close()
                    isOpen = false
                }
            case 2:
                replica.release()
                // Another program completes it, as after a crash of the app.
                if replica.position.snapshot >= 0, random.below(2) == 0 { try SessionReader(opening: copy).close() }
                replica = try SessionReplica(continuing: copy, session: "id")
            default:
                let batch = try LinkBatch(of: original, after: replica.position)
                try #require(!batch.isOther)
                let before = replica.position
                try replica.add(batch.notes + batch.rows)
                #expect(batch.rows.isEmpty || before != replica.position)
                // The same rows again, because their acknowledgment was lost.
                if random.below(3) == 0, batch.rows.contains(where: { $0.table == .action }), !replica.isEnded {
                    #expect(throws: Refusal.missingAction) { try replica.add(batch.rows) }
                    #expect(before != replica.position)
                }
            }
        }
        try SQL.execute("UPDATE session SET value = 'id' WHERE key = 'id'", in: original)
        try SQL.execute("INSERT OR IGNORE INTO session VALUES ('id', 'id')", in: original)
        try expectEqual(copy, original, "seed \(seed)")
    }

    @Test func `A copy of version 1 is continued as version 2`() throws {
        let sample = SampleSession(seed: 4, count: 100)
        let (original, copy) = (folder.session("original.rewind"), folder.session("copy.rewind"))
        let recording = try BoundedSession(sample, at: original)
        try recording.write(50)
        var replica = try SessionReplica(creating: copy, session: "id")
        let batch = try LinkBatch(of: original, after: replica.position)
        try replica.add(batch.notes + batch.rows)
        let position = replica.position
        replica.release()
        try SQL.makeVersion1(copy)
        replica = try SessionReplica(continuing: copy, session: "id")
        #expect(replica.position == position)
        try recording.write(50)
        try recording.writer.close()
        let rest = try LinkBatch(of: original, after: position)
        try replica.add(rest.notes + rest.rows)
        #expect(replica.isEnded)
        try SQL.execute("INSERT INTO session VALUES ('id', 'id')", in: original)
        try expectEqual(copy, original, "version 1")
    }

    @Test func `A closed session of version 1 can be sent`() throws {
        let (original, copy) = (folder.session("original.rewind"), folder.session("copy.rewind"))
        try SampleSession(seed: 4, count: 100).write(to: original)
        try SQL.makeVersion1(original)
        let replica = try SessionReplica(creating: copy, session: "id")
        let batch = try LinkBatch(of: original, after: replica.position)
        try replica.add(batch.notes + batch.rows)
        #expect(replica.isEnded)
        let session = try SessionReader(opening: copy)
        #expect(try SessionCheck.run(session).findings == [] && session.lastSeq() == 100)
    }
}
