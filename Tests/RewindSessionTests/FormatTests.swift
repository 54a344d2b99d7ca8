import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline

@Suite struct FormatTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test func `The header identifies a session file`() throws {
        try SampleSession(seed: 1, count: 5).write(to: url)
        let bytes = try [UInt8](Data(contentsOf: url))
        #expect(bytes.starts(with: "SQLite format 3\0".utf8))
        #expect(Array(bytes[68..<72]) == Array("RWND".utf8))
        #expect(Array(bytes[60..<64]) == [0, 0, 0, 2])
        #expect(Array(bytes[18..<20]) == [1, 1], "the versions of a file that is not in WAL mode")
    }

    @Test func `The header identifies a session before the first checkpoint`() throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        let bytes = try [UInt8](Data(contentsOf: url))
        #expect(Array(bytes[68..<72]) == Array("RWND".utf8))
        #expect(Array(bytes[60..<64]) == [0, 0, 0, 2])
        try writer.close()
    }

    @Test(arguments: [
        "SELECT seq FROM action WHERE seq BETWEEN 1 AND 9 AND patch IS NULL ORDER BY seq",
        "SELECT min(seq), max(seq), count(*) FROM action WHERE seq BETWEEN 1 AND 9 AND patch IS NULL",
    ]) func `The actions with unknown effects are in an index`(query: String) throws {
        try SampleSession(seed: 1, count: 5).write(to: url)
        let plan = try SQL.rows("EXPLAIN QUERY PLAN " + query, in: url)
        #expect(plan.map(\.last) == ["SEARCH action USING INDEX unknown (seq>? AND seq<?)"])
    }

    @Test func `A closed session is one file that only its owner can read`() throws {
        try SampleSession(seed: 2, count: 5).write(to: url)
        #expect(try folder.contents == ["a.rewind"])
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try SQL.column("PRAGMA journal_mode", in: url) == ["delete"])
    }

    @Test func `The files of an open session can be read only by their owner`() throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { try $0.setInitialState(1) }
        let log = try CrashLog(creatingFor: url, medium: .memory)
        let names = try folder.contents
        #expect(names == ["a.rewind", "a.rewind-began", "a.rewind-began2", "a.rewind-shm", "a.rewind-wal"])
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.session(name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
        try writer.close()
        log.remove()
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `All tables are strict`() throws {
        try SampleSession(seed: 3, count: 1).write(to: url)
        let tables = try SQL.rows("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'", in: url)
            .filter { !$0[0].hasPrefix("sqlite_") }
        #expect(Set(tables.map { $0[0] }) == Set(SessionFormat.tables))
        #expect(tables.allSatisfy { $0[1] == "1" })
    }

    @Test(arguments: ["", "not a session", "SQLite format 3\0"])
    func `An existing file is never overwritten`(text: String) throws {
        try Data(text.utf8).write(to: url)
        #expect(throws: SessionError.alreadyExists(path: url.path)) {
            try SessionWriter(creating: url, facts: [:], syncs: false)
        }
        #expect(try Data(contentsOf: url) == Data(text.utf8))
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A session cannot be created in a missing folder`() throws {
        let url = folder.url.appending(path: "no/such/a.rewind")
        #expect(throws: SessionError.noSuchFolder(path: url.path)) {
            try SessionWriter(creating: url, facts: [:], syncs: false)
        }
    }

    @Test(.disabled(if: getuid() == 0, "root may"))
    func `A session cannot be created in a read-only folder`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
        #expect(throws: SessionError.notPermitted(path: url.path)) {
            try SessionWriter(creating: url, facts: [:], syncs: false)
        }
    }

    @Test func `Any SQLite browser can read a session`() throws {
        let sample = SampleSession(states: [["count": 0], ["count": 1]])
        try sample.write(to: url)
        let rows = try SQL.rows(
            """
            SELECT seq, parent, name, coder, payload, patch, status FROM action
            JOIN action_type ON action_type.id = action.type
            """,
            in: url
        )
        let patch = "[{\"op\":\"replace\",\"path\":\"/count\",\"value\":1}]"
        #expect(rows == [["1", "0", "Decrease", "codable", "{\"n\":0}", patch, "done"]])
    }

    @Test(
        arguments: Thoroughness.first(2, of: UInt64(1)...8)
    )
    func `The change index has exactly the pointers of the patches`(seed: UInt64) throws {
        let sample = SampleSession(seed: seed, count: 120)
        try sample.write(to: url)
        let rows = try SQL.rows("SELECT text, seq FROM change JOIN pointer ON id = pointer", in: url)
        let expected = sample.records.flatMap { record in
            (record.patch?.pointers ?? []).map { [$0.indexText, String(record.seq)] }
        }
        #expect(Set(rows) == Set(expected))
        let pairs = sample.records.reduce(0) { $0 + Set($1.patch?.pointers ?? []).count }
        #expect(try SQL.column("SELECT count(*) FROM change", in: url) == [String(pairs)])
        let unused = "SELECT count(*) FROM pointer WHERE id NOT IN (SELECT pointer FROM change)"
        #expect(try SQL.column(unused, in: url) == ["0"])
    }

    @Test func `Actions can be filtered by type, order and number`() throws {
        let sample = SampleSession(seed: 5, count: 60)
        try sample.write(to: url)
        let reader = try SessionReader(opening: url)
        func seqs(_ filter: ActionFilter) throws -> [Int] {
            var seqs: [Int] = []
            try reader.forEachAction(filter) { record in
                seqs.append(record.seq)
                return true
            }
            return seqs
        }
        #expect(try seqs(ActionFilter()) == Array(1...60))
        #expect(try seqs(ActionFilter(isReversed: true, limit: 3)) == [60, 59, 58])
        #expect(try seqs(ActionFilter(typeGlob: "*crease")) == sample.records.filter { $0.seq % 3 != 2 }.map(\.seq))
        #expect(try seqs(ActionFilter(typeGlob: "Inc[r]ease", limit: 2)) == [3, 6])
        #expect(try seqs(ActionFilter(typeGlob: "increase")) == [])
        #expect(try seqs(ActionFilter(limit: 0)) == [])
        var first: [Int] = []
        try reader.forEachAction { record in
            first.append(record.seq)
            return record.seq < 4
        }
        #expect(first == [1, 2, 3, 4])
    }
}
