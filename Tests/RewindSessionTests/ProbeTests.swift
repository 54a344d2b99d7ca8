import Foundation
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline

@Suite struct ProbeTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func expect(_ expected: SessionError, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try? Data(contentsOf: url)
        let names = try folder.contents
        #expect(throws: expected, sourceLocation: sourceLocation) { try SessionReader(opening: url) }
        #expect((try? Data(contentsOf: url)) == before, sourceLocation: sourceLocation)
        #expect(try folder.contents == names, sourceLocation: sourceLocation)
    }

    private func write(_ change: (inout Data) -> Void = { _ in }) throws -> Int {
        try SampleSession(seed: 1, count: 30).write(to: url)
        var data = try Data(contentsOf: url)
        let length = data.count
        change(&data)
        try data.write(to: url)
        return length
    }

    @Test func `A missing file is refused`() throws {
        try expect(.notFound(path: url.path))
    }

    @Test func `A file in a missing folder is refused`() throws {
        let url = folder.url.appending(path: "no/a.rewind")
        #expect(throws: SessionError.notFound(path: url.path)) { try SessionReader(opening: url) }
    }

    @Test func `A folder is refused`() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        try expect(.isDirectory(path: url.path))
    }

    @Test func `An empty file is refused`() throws {
        try Data().write(to: url)
        try expect(.notASession(path: url.path, .empty))
    }

    @Test(arguments: [5, 50, 99, 100, 5_000]) func `A text file of any length is refused`(length: Int) throws {
        try Data(String(repeating: "a", count: length).utf8).write(to: url)
        try expect(.notASession(path: url.path, .notSQLite))
    }

    @Test func `A named pipe is refused without waiting for its other end`() throws {
        #expect(mkfifo(url.path, 0o600) == 0)
        // Reading the pipe would wait.
        #expect(throws: SessionError.notASession(path: url.path, .notSQLite)) { try SessionReader(opening: url) }
    }

    @Test(.disabled(if: getuid() == 0, "root may")) func `An unreadable file is refused`() throws {
        _ = try write()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
        try expect(.notPermitted(path: url.path))
    }

    @Test(arguments: [0, 1_234]) func `A SQLite file of another application is refused`(id: Int) throws {
        try SQL.execute(
            "PRAGMA application_id = \(id); CREATE TABLE action (seq); INSERT INTO action VALUES (1)",
            in: url
        )
        try expect(.notASession(path: url.path, .otherApplication(id: UInt32(id))))
    }

    @Test(arguments: [0, 3, 77, 2_147_483_647]) func `A session of another version is refused`(number: Int) throws {
        _ = try write()
        try SQL.execute("PRAGMA user_version = \(number)", in: url)
        try expect(.unsupportedVersion(path: url.path, found: number))
    }

    @Test(arguments: SessionFormat.tables) func `A session without one of its tables is refused`(name: String) throws {
        _ = try write()
        try SQL.execute("DROP TABLE \(name)", in: url)
        try expect(.notASession(path: url.path, .missingTable(name)))
    }

    @Test(
        arguments: [
            "CREATE TRIGGER planted AFTER INSERT ON action BEGIN DELETE FROM session; END",
            "CREATE TRIGGER planted AFTER UPDATE ON session BEGIN DELETE FROM action; END",
            "CREATE VIEW planted AS SELECT 1",
            "DROP TABLE bookmark; CREATE VIEW bookmark AS SELECT 1 AS name, 2 AS seq",
        ]
    )
    func `A session with planted code is refused`(sql: String) throws {
        _ = try write()
        try SQL.execute(sql, in: url)
        let isReplaced = sql.hasPrefix("DROP")
        try expect(
            .notASession(path: url.path, isReplaced ? .missingTable("bookmark") : .plantedSchema(name: "planted"))
        )
    }

    @Test func `Planted code does not run while side files are merged`() throws {
        _ = try write()
        try SQL.execute("CREATE TRIGGER planted AFTER INSERT ON action BEGIN DELETE FROM session; END", in: url)
        let line = "{\"began\":31,\"at\":1,\"type\":\"A\",\"coder\":\"codable\",\"end\":31}\n"
        try Data(line.utf8).write(to: URL(filePath: url.path + "-began"))
        try expect(.notASession(path: url.path, .plantedSchema(name: "planted")))
    }

    @Test(
        arguments: [0.5, 0.9, -4_096, -3, -1, 100]
    )
    func `A truncated file is refused`(amount: Double) throws {
        let length = try write { data in
            let kept = amount == 100 ? 100 : amount < 0 ? data.count + Int(amount) : Int(Double(data.count) * amount)
            data = data.prefix(kept)
        }
        let actual = try Data(contentsOf: url).count
        try expect(.damaged(path: url.path, .cutShort(expectedBytes: length, actualBytes: actual)))
    }

    @Test func `A file with a truncated header is refused`() throws {
        _ = try write { $0 = $0.prefix(60) }
        try expect(.notASession(path: url.path, .notSQLite))
    }
}
