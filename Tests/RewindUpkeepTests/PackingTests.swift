import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite("Packing a session") struct PackingTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.session() }
    private var packed: URL { folder.session("b.rewind") }
    private var plain: URL { folder.session("c.rewind") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// All rows of all tables of a plain session.
    private func rows(_ url: URL) throws -> [String: [[String]]] {
        var rows: [String: [[String]]] = [:]
        for table in SessionFormat.tables { rows[table] = try SQL.rows("SELECT * FROM \(table)", in: url) }
        return rows
    }

    @Test(arguments: Thoroughness.first(2, of: UInt64(1)...6))
    func `and unpacking it gives back every row`(seed: UInt64) throws {
        try SampleSession(seed: seed, count: 300).write(to: url)
        try SQL.execute("UPDATE action SET parent = 5 WHERE seq = 299", in: url)
        try SQL.execute("INSERT INTO bookmark VALUES ('here', 7, NULL, 1)", in: url)
        let before = try rows(url)
        let report = try SessionPacking.write(url, to: packed, as: .packed)
        #expect(report.actions == 300)
        #expect(report.bytesBefore == (try Data(contentsOf: url).count))
        #expect(report.bytesAfter == (try Data(contentsOf: packed).count))
        #expect(report.formBefore == .plain)
        let unpacking = try SessionPacking.write(packed, to: plain, as: .plain)
        #expect(unpacking.actions == 300)
        #expect(unpacking.formBefore == .packed)
        #expect(try rows(plain) == before)
        #expect(try rows(url) == before)
        #expect(try folder.contents == ["a.rewind", "b.rewind", "c.rewind"])
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...4))
    func `gives a session that reads the same, and is sound`(seed: UInt64) throws {
        let sample = SampleSession(seed: seed, count: 300)
        try sample.write(to: url)
        _ = try SessionPacking.write(url, to: packed, as: .packed)
        let reader = try SessionReader(opening: packed)
        #expect(reader.form == .packed)
        #expect(try SessionCheck.run(reader).findings == [])
        var records: [ActionRecord] = []
        try reader.forEachAction { record in
            records.append(record)
            return true
        }
        #expect(records.map(\.payload) == sample.records.map(\.payload))
        #expect(records.map(\.patch) == sample.records.map(\.patch))
        #expect(records.map(\.at) == sample.records.map(\.at))
        #expect(records.map(\.error) == sample.records.map(\.error))
        #expect(try reader.children(of: 3) == [4])
        #expect(try SessionSizes(of: reader).actions == 300)
    }

    @Test func `makes it a quarter as large where actions repeat`() throws {
        let states = (0...4_000).map { n in Tree(members: [("n", .integer(Int64(n % 7))), ("on", .bool(n % 2 == 0))]) }
        var sample = SampleSession(states: states)
        sample.forgetPayloads()
        try sample.write(to: url)
        let report = try SessionPacking.write(url, to: packed, as: .packed)
        #expect(report.bytesAfter < report.bytesBefore * 2 / 5)
        #expect(try SessionCheck.run(SessionReader(opening: packed)).findings == [])
    }

    @Test func `can be followed by pruning, rebuilding and moving the cursor`() throws {
        try SampleSession(seed: 9, count: 700).write(to: url)
        _ = try SessionPacking.write(url, to: packed, as: .packed)
        #expect(try SessionPruning.prune(packed, keeping: Retention(maxActions: 300), now: 0).actions > 0)
        try SQL.execute("DELETE FROM change", in: packed)
        _ = try IndexRebuilding.run(packed)
        try SessionCursor.move(to: 600, tip: 650, in: packed)
        let reader = try SessionReader(opening: packed)
        #expect(reader.form == .packed)
        #expect(try reader.firstSeq() > 0)
        #expect(try SessionCheck.run(reader).findings == [])
        #expect(try folder.contents == ["a.rewind", "b.rewind"])
    }

    @Test func `overwrites nothing, and leaves nothing behind when it fails`() throws {
        try SampleSession(seed: 1, count: 3).write(to: url)
        try Data("precious".utf8).write(to: packed)
        #expect(throws: SessionError.alreadyExists(path: packed.path)) {
            try SessionPacking.write(url, to: packed, as: .packed)
        }
        #expect(try Data(contentsOf: packed) == Data("precious".utf8))
        let nowhere = folder.url.appending(path: "no/b.rewind")
        #expect(throws: SessionError.noSuchFolder(path: nowhere.path)) {
            try SessionPacking.write(url, to: nowhere, as: .packed)
        }
        #expect(try folder.contents == ["a.rewind", "b.rewind"])
    }
}
