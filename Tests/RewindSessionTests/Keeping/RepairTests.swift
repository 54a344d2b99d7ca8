import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite("Repairing a session") struct RepairTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.session() }
    private var saved: URL { folder.session("b.rewind") }
    private let sample = SampleSession(seed: 4, count: 300)

    init() throws {
        folder = try TemporaryFolder()
        try sample.write(to: folder.session())
    }

    @Test(
        "saves everything up to the damage, into a sound file",
        arguments: [
            ("UPDATE action SET patch = '[' WHERE seq = 280", 279),
            ("UPDATE action SET payload = '{}', error = 'x' WHERE seq = 280", 279),
            ("UPDATE action SET parent = 400 WHERE seq = 280", 279),
            ("DELETE FROM action WHERE seq = 280", 279),
            ("DELETE FROM action WHERE seq >= 280", 279),
            ("UPDATE action SET type = 77 WHERE seq = 1", 0),
            ("UPDATE snapshot SET hash = zeroblob(32) WHERE seq = 256", 255),
            ("DELETE FROM change", 300),
            ("DELETE FROM session WHERE key = 'log_end'", 300),
        ]
    )
    func damage(sql: String, last: Int) throws {
        try SQL.execute("INSERT INTO bookmark VALUES ('early', 0, NULL, 1), ('late', 300, NULL, 1)", in: url)
        try SQL.execute("INSERT INTO session VALUES ('cursor', '\(last)'), ('cursor_tip', '300')", in: url)
        try SQL.execute(sql, in: url)
        let before = try Data(contentsOf: url)
        let report = try SessionRepair.run(SessionReader(opening: url), to: saved)
        #expect(report.last == last)
        #expect(report.lost == 300 - last)
        #expect(report.damagedAt == (last == 300 ? nil : last + 1))
        #expect(try Data(contentsOf: url) == before)
        let reader = try SessionReader(opening: saved)
        #expect(try SessionCheck.run(reader).findings == [])
        #expect(try reader.lastSeq() == last)
        #expect(try reader.facts()["cursor"] == "\(last)")
        #expect(try reader.facts()["cursor_tip"] == "\(last)")
        #expect(try reader.bookmark("early") == 0)
        #expect(try reader.bookmark("late") == (last == 300 ? 300 : nil))
        var walk = try StateCursor(reader)
        #expect(walk.first.state == sample.states[0])
        while let step = try walk.next() { #expect(step.after == sample.states[step.record.seq]) }
    }

    @Test("keeps where it was pruned") func pruned() throws {
        _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 40), now: 0)
        let first = try SessionReader(opening: url).firstSeq()
        #expect(first > 0)
        try SQL.execute("UPDATE action SET patch = '[' WHERE seq = 290", in: url)
        let report = try SessionRepair.run(SessionReader(opening: url), to: saved)
        #expect(report.first == first)
        let reader = try SessionReader(opening: saved)
        #expect(try SessionCheck.run(reader).findings == [])
        #expect(try reader.firstSeq() == first)
        #expect(try reader.lastSeq() == 289)
    }

    @Test("saves nothing where the first state is lost, and leaves nothing behind") func beginning() throws {
        try SQL.execute("UPDATE snapshot SET hash = zeroblob(32) WHERE seq = 0", in: url)
        #expect(throws: SessionError.self) { try SessionRepair.run(SessionReader(opening: url), to: saved) }
        #expect(try folder.contents == ["a.rewind"])
    }
}
