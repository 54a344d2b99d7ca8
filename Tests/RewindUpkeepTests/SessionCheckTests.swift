import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct SessionCheckTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private let big = Tree.string(String(repeating: "b", count: 2_000))

    init() throws {
        var states: [Tree] = [["n": 0, "big": ["text": big]]]
        for n in 1...300 { states.append(["n": .integer(Int64(n)), "big": ["text": big]]) }
        try SampleSession(states: states).write(to: folder.session())
    }

    private func findings() throws -> [SessionCheck.Finding] {
        try SessionCheck.run(SessionReader(opening: url)).findings
    }

    @Test func `The check counts the contents of a sound file`() throws {
        let report = try SessionCheck.run(SessionReader(opening: url))
        #expect(report.findings == [])
        #expect(report.actions == 300)
        #expect(report.snapshots == 2)
        #expect(report.chunks == Int(try SQL.column("SELECT count(*) FROM chunk", in: url)[0]))
    }

    @Test(
        arguments: [
            ("UPDATE action SET patch = replace(patch, ':256', ':257') WHERE seq = 256", [.snapshot(seq: 256)]),
            ("UPDATE action SET patch = '[{\"op\":\"remove\",\"path\":\"/x\"}]' WHERE seq = 5", [.patch(seq: 5)]),
            ("UPDATE action SET patch = '{}' WHERE seq = 5", [.patch(seq: 5)]),
            ("UPDATE action SET patch = '[' WHERE seq = 5", [.patch(seq: 5)]),
            ("UPDATE action SET payload = '{' WHERE seq = 5", [.payload(seq: 5)]),
            ("UPDATE action SET payload = '' WHERE seq = 5", [.payload(seq: 5)]),
            ("UPDATE action SET payload = '{\"$chunk\":99999}' WHERE seq = 5", [.payload(seq: 5)]),
            (
                "UPDATE action SET patch = '[{\"op\":\"add\",\"path\":\"/x\",\"value\":{\"$chunk\":99999}}]' WHERE seq = 5",
                [.patch(seq: 5)]
            ),
            ("UPDATE action SET parent = 5 WHERE seq = 5", [.parent(seq: 5, parent: 5)]),
            ("UPDATE action SET parent = 9 WHERE seq = 5", [.parent(seq: 5, parent: 9)]),
            ("UPDATE action SET parent = -1 WHERE seq = 5", [.parent(seq: 5, parent: -1)]),
            ("DELETE FROM action WHERE seq = 5", [.gap(before: 6)]),
            ("DELETE FROM action WHERE seq = 1", [.gap(before: 2)]),
            ("UPDATE snapshot SET hash = zeroblob(32) WHERE seq = 256", [.snapshot(seq: 256)]),
            ("UPDATE snapshot SET hash = zeroblob(32) WHERE seq = 0", [.snapshot(seq: 0)]),
            (
                "UPDATE snapshot SET chunk = (SELECT chunk FROM snapshot WHERE seq = 0) WHERE seq = 256",
                [.snapshot(seq: 256)]
            ),
            ("DELETE FROM snapshot WHERE seq = 0", [.noInitialState]),
            (
                "INSERT INTO snapshot SELECT 999, chunk, hash FROM snapshot WHERE seq = 0",
                [.strandedSnapshot(seq: 999)]
            ),
            ("DELETE FROM change WHERE seq = 7", [.index(seq: 7)]),
            (
                "INSERT INTO pointer (text) VALUES ('/x'); INSERT INTO change SELECT max(id), 299 FROM pointer",
                [.index(seq: 299)]
            ),
            (
                "UPDATE pointer SET text = '/m' WHERE text = '/n'",
                (1...100).map { .index(seq: $0) }
            ),
            ("INSERT INTO pointer (id, text) VALUES (77, '/x')", [.unusedPointer(id: 77)]),
            ("INSERT INTO chunk (id, hash, body) VALUES (77, \(Self.nullDigest), 'null')", [.unusedChunk(id: 77)]),
            ("INSERT INTO session VALUES ('cursor', '301')", [.cursor]),
            ("INSERT INTO session VALUES ('cursor', 'x')", [.cursor]),
            ("INSERT INTO session VALUES ('cursor_tip', '301')", [.cursorTip]),
            ("INSERT INTO session VALUES ('cursor_tip', '1.5')", [.cursorTip]),
            ("INSERT INTO bookmark VALUES ('crash', 301, NULL, 0)", [.bookmark(name: "crash")]),
        ] as [(String, [SessionCheck.Finding])]
    )
    func `The check finds the single fault`(sql: String, expected: [SessionCheck.Finding]) throws {
        try SQL.execute(sql, in: url)
        // As if the recorder had made the mistake.
        try rehash()
        #expect(try findings() == expected)
    }

    @Test(
        arguments: [
            (
                "DELETE FROM action WHERE seq > 290; DELETE FROM change WHERE seq > 290",
                .logEnd(recorded: 300, found: 290)
            ),
            ("DELETE FROM session WHERE key = 'log_end'", .noLogEnd),
            ("UPDATE session SET value = '300' WHERE key = 'log_end'", .noLogEnd),
            ("UPDATE session SET value = '300 1' WHERE key = 'log_end'", .logRows),
        ] as [(String, SessionCheck.Finding)]
    )
    func `The check finds that the log differs from the closed one`(sql: String, expected: SessionCheck.Finding) throws
    {
        try SQL.execute(sql, in: url)
        #expect(try findings() == [expected])
    }

    /// The digest of null, in SQL.
    static let nullDigest = "x'\(Tree.null.digest.hex)'"

    private func rehash() throws {
        try Connection(path: url.path).transaction { db in
            let rows = try db.rows(RowHash.selection)
            var bytes: [UInt8] = []
            var hashes: [Int: Int64] = [:]
            while let row = try rows.next() {
                hashes[row.value(0) ?? 0] = RowHash.hash(of: row, &bytes).hash
            }
            for (seq, hash) in hashes {
                try db.execute("UPDATE action SET hash = ? WHERE seq = ?", [hash, seq])
            }
            try SessionFact.set(LogEnd.key, to: LogEnd(countedIn: db, first: 0).text, in: db)
        }
    }

    @Test(
        arguments: [
            "parent = 297", "at = at + 1", "type = type + 1", "payload = '{}'", "payload = NULL",
            "patch = replace(patch, '299', '298')", "duration = 1", "status = 'failed'", "origin = 'a:1'",
            "error = 'Refused'",
            "hash = hash + 1",
        ]
    )
    func `The check finds any change of a row`(change: String) throws {
        try SQL.execute("INSERT INTO action_type (name, coder) VALUES ('Other', 'codable')", in: url)
        try SQL.execute("UPDATE action SET \(change) WHERE seq = 299", in: url)
        #expect(try findings() == [.row(seq: 299)])
    }

    @Test func `The check finds an unclosed recording whose side files are gone`() throws {
        try SQL.execute("DELETE FROM session WHERE key = 'ended_at'", in: url)
        #expect(try findings() == [.unfinished(beside: nil)])
    }

    @Test func `The check finds a chunk that differs from its hash`() throws {
        let id = try #require(Int(try SQL.column("SELECT id FROM chunk WHERE body LIKE '\"bbb%'", in: url)[0]))
        try SQL.execute("UPDATE chunk SET body = replace(body, 'bbb', 'bbc') WHERE id = ?", [id], in: url)
        let found = try findings()
        #expect(found.contains(.chunkHash(id: id)))
        #expect(found.allSatisfy { if case .chunkHash = $0 { true } else { false } })
    }

    @Test(
        arguments: ["'{'", "'{\"$chunk\":' || id || '}'", "'{\"$chunk\":12345}'"]
    )
    func `The check finds an unreadable chunk`(body: String) throws {
        let id = try #require(Int(try SQL.column("SELECT id FROM chunk WHERE body LIKE '\"bbb%'", in: url)[0]))
        try SQL.execute("UPDATE chunk SET body = \(body) WHERE id = ?", [id], in: url)
        #expect(try findings().contains(.chunkUnreadable(id: id)))
    }

    @Test(
        arguments: [
            "UPDATE action SET type = 99 WHERE seq = 5",
            "DELETE FROM chunk WHERE id = (SELECT chunk FROM snapshot WHERE seq = 256)",
        ]
    )
    func `The check reports the faults that SQLite finds`(sql: String) throws {
        try SQL.execute(sql, in: url)
        let found = try findings()
        #expect(found.count == 1)
        #expect(found.allSatisfy { if case .sqlite = $0 { true } else { false } })
    }

    @Test func `The check stops after a hundred findings`() throws {
        try SQL.execute("UPDATE chunk SET hash = CAST(id AS BLOB)", in: url)
        try SQL.execute("UPDATE action SET payload = '{'", in: url)
        #expect((1...100).contains(try findings().count))
    }
}
