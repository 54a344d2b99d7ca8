import Foundation
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct RebuildingTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func index() throws -> [[String]] {
        try SQL.rows("SELECT text, seq FROM change JOIN pointer ON id = pointer ORDER BY text, seq", in: url)
    }

    @Test(
        arguments: [
            "SELECT 1", "DELETE FROM change", "DELETE FROM pointer", "DROP TABLE change", "DROP TABLE pointer",
            "UPDATE change SET seq = seq + 1000", "INSERT INTO pointer (text) VALUES ('/never')",
            "DROP TABLE change; CREATE TABLE change (pointer, seq)",
        ]
    )
    func `Rebuilding restores the recorder's index from any state of it`(sql: String) throws {
        try SampleSession(seed: 3, count: 60).write(to: url)
        let before = try index()
        try SQL.execute("PRAGMA foreign_keys = OFF; " + sql, in: url)
        let report = try IndexRebuilding.run(url)
        #expect(try index() == before)
        #expect(report.changes == before.count)
        #expect(report.actions == 60)
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `Rebuilding is all or nothing`() throws {
        try SampleSession(seed: 3, count: 120).write(to: url)
        let before = try index()
        try SQL.execute("UPDATE action SET patch = '[' WHERE seq = 100", in: url)
        #expect(throws: SessionError.damaged(path: url.path, .malformed(table: "action", column: "patch", row: 100))) {
            try IndexRebuilding.run(url)
        }
        #expect(try index() == before)
    }
}
