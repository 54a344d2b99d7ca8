import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

/// Sessions of format version 1 are read as if nothing had changed, and become version 2 when they are written to.
///
/// The fixtures were recorded with version 1. Do not record them again with another.
@Suite struct VersionOneTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private static let fixtures = ["crashed", "visit", "wrong-article"]

    private func copy(_ name: String) throws {
        let fixture = EffectSession.fixture.deletingLastPathComponent().appendingPathComponent("\(name).rewind")
        try FileManager.default.copyItem(at: fixture, to: url)
        #expect(try SQL.column("PRAGMA user_version", in: url) == ["1"])
    }

    /// Returns the texts of all actions and states.
    private func content() throws -> [String] {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        var lines: [String] = []
        try timeline.session.forEachAction { record in
            #expect(record.cause == nil)
            lines.append("\(record.seq) \(record.parent) \(record.type) \(record.payload?.text ?? "-")")
            return true
        }
        for seq in timeline.first...timeline.last {
            lines.append((try? Timeline.unlessPruned { try timeline.state(at: seq) })??.text ?? "-")
        }
        return lines
    }

    private func expectVersion2(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try SQL.column("PRAGMA user_version", in: url) == ["2"], sourceLocation: sourceLocation)
        #expect(try SQL.column("PRAGMA integrity_check", in: url) == ["ok"], sourceLocation: sourceLocation)
        let session = try SessionReader(opening: url)
        defer { session.close() }
        #expect(try SessionCheck.run(session).findings == [], sourceLocation: sourceLocation)
        #expect(try session.effectLines() == [], sourceLocation: sourceLocation)
    }

    @Test(arguments: fixtures) func `A session of version 1 is read and verified without being changed`(
        name: String
    ) throws {
        try copy(name)
        let before = try Data(contentsOf: url)
        let session = try SessionReader(opening: url)
        defer { session.close() }
        #expect(try SessionCheck.run(session).findings == [])
        #expect(try session.effectLines() == [])
        #expect(try session.actions(causedBy: .effect(1)) == [] && session.effects(causedBy: .action(1)) == [])
        _ = try SessionSizes(of: session)
        _ = try session.containsMasks()
        let other = try #require(session.makeParallelReader())
        #expect(try other.action(1)?.type == session.action(1)?.type && other.effectCount() == 0)
        other.close()
        let effect = try session.patch(2)
        try session.show(recovered: [(2, Patch([]))])
        #expect(try session.patch(2) == Patch([]) && session.action(2)?.cause == nil && effect != Patch([]))
        #expect(try Data(contentsOf: url) == before)
    }

    @Test func `Queries see a session of version 1 as one without effects`() throws {
        try copy("visit")
        let session = try SessionReader(opening: url)
        let sandbox = try SQLSandbox(reading: session, functions: [LogView.whole { session }], bounds: SQLBounds())
        func value(_ sql: String) throws -> SQLValue? {
            let query = try SQLQuery(sql, in: sandbox)
            return try query.next() ? query.value(0) : nil
        }
        #expect(try value("SELECT count(*) FROM effect JOIN outcome ON outcome.effect = effect.id") == .integer(0))
        #expect(try value("SELECT count(cause_effect) + count(cause_action) FROM action") == .integer(0))
        let count = try Int64(session.lastSeq())
        #expect(try value("SELECT count(payload) FROM log") == value("SELECT count(payload) FROM action"))
        #expect(try value("SELECT max(seq) FROM action") == .integer(count))
        let plan = try SQLQuery("EXPLAIN QUERY PLAN SELECT max(seq) FROM action", in: sandbox)
        #expect(try plan.next() && plan.value(3) == .text("SEARCH main.action"))
    }

    @Test(arguments: fixtures) func `A bookmark makes a session version 2, with the same rows`(name: String) throws {
        try copy(name)
        let before = try content()
        let rows = try SQL.rows("SELECT * FROM action ORDER BY seq", in: url)
        try SessionBookmarks.set(Bookmark(name: "mark", seq: 1, note: nil, at: 1), in: url)
        try expectVersion2()
        #expect(try content() == before)
        #expect(try SQL.rows("SELECT * FROM action ORDER BY seq", in: url) == rows.map { $0 + ["", ""] })
        let schema = "SELECT name, sql FROM sqlite_schema WHERE name LIKE '%effect%' OR tbl_name = 'outcome' ORDER BY 1"
        let new = folder.session("new.rewind")
        try EffectSession.write(to: new)
        #expect(try SQL.rows(schema, in: url) == SQL.rows(schema, in: new))
    }

    @Test(arguments: fixtures) func `A session of version 1 can be repaired, cut, scrubbed, rebuilt and pruned`(
        name: String
    ) throws {
        try copy(name)
        let before = try content()
        let timeline = try Timeline(opening: url)
        let saved = folder.session("saved.rewind")
        _ = try SessionRepair.run(timeline.session, to: saved)
        let part = folder.session("part.rewind")
        _ = try SessionCut.run(timeline, from: 5, to: 9, to: part)
        timeline.session.close()
        for made in [saved, part] {
            let session = try SessionReader(opening: made)
            #expect(try SessionCheck.run(session).findings == [])
            session.close()
        }
        _ = try IndexRebuilding.run(url)
        try expectVersion2()
        #expect(try content() == before)
        try FileManager.default.removeItem(at: url)
        try copy(name)
        _ = try SessionScrub.run(url, .pattern("[a-z]{9}"))
        try expectVersion2()
        try FileManager.default.removeItem(at: url)
        try copy(name)
        _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 0), now: 0)
        try expectVersion2()
    }

    @Test func `A killed recording of version 1 is completed as version 2`() throws {
        let sample = SampleSession(seed: 3, count: 30)
        try sample.write(to: url)
        try SQL.makeVersion1(url)
        try SQL.execute("DELETE FROM session WHERE key IN ('ended_at', 'log_end')", in: url)
        let log = try CrashLog(creatingFor: url, medium: .file)
        log.begin(CrashLogLine(ticket: 31, at: 7, type: "Last", coder: .codable, payload: ["n": 1]))
        log.leave()
        let session = try SessionReader(opening: url)
        #expect(try session.action(31)?.status == .began)
        session.close()
        try expectVersion2()
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: ["DROP TABLE bookmark", "ALTER TABLE action DROP COLUMN error", "CREATE VIEW effect AS SELECT 1"])
    func `A damaged session of version 1 is refused, and not changed`(sql: String) throws {
        try copy("visit")
        try SQL.execute(sql, in: url)
        let before = try Data(contentsOf: url)
        #expect(throws: SessionError.self) { try SessionReader(opening: url) }
        #expect(throws: SessionError.self) { try SessionCursor.move(to: 1, tip: 1, in: url) }
        #expect(try Data(contentsOf: url) == before)
    }

    @Test func `A session of version 1 with a table of effects is upgraded as a whole or not at all`() throws {
        try copy("visit")
        try SQL.execute("CREATE TABLE effect (x)", in: url)
        #expect(throws: SessionError.self) { try SessionCursor.move(to: 1, tip: 1, in: url) }
        #expect(try SQL.column("PRAGMA user_version", in: url) == ["1"])
    }
}
