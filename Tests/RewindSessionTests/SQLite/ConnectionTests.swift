import CRewindSQLite
import Foundation
import TestSupport
import Testing

@testable import RewindSession
@testable import RewindTimeline

@Suite struct ConnectionTests {
    private struct Stop: Error {}

    private let folder = TemporaryFolder()
    private let path: String

    init() throws {
        path = folder.session().path
        let connection = try Connection(path: path)
        try connection.execute("CREATE TABLE number (n INTEGER PRIMARY KEY); INSERT INTO number VALUES (1)")
        try connection.close()
    }

    private func numbers(_ connection: Connection) throws -> [Int] {
        try connection.fetchAll(Int.self, "SELECT n FROM number ORDER BY n")
    }

    @Test(
        arguments: ["a b.db", "a%20b?mode=ro.db", "a#b&c.db", "file:x.db", "é\u{301}\"'.db", ":memory:.db"]
    )
    func `A file with any name can be opened`(name: String) throws {
        let path = folder.url.appendingPathComponent(name).path
        let connection = try Connection(path: path)
        try connection.execute("CREATE TABLE t (x)")
        try connection.close()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `The error for a file that cannot be opened has SQLite's message`() throws {
        let error = #expect(throws: SQLiteError.self) { try Connection(path: path + "/none", .reading) }
        #expect(error?.code == SQLITE_CANTOPEN)
        #expect(error?.message == "unable to open database file")
        try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: path))
        let other = #expect(throws: SQLiteError.self) { try Connection(path: path, .reading) }
        #expect(other == SQLiteError(SQLITE_NOTADB, "file is not a database"))
    }

    @Test func `A reading connection creates no file and writes to none`() throws {
        #expect(throws: SQLiteError(SQLITE_CANTOPEN, "unable to open database file")) {
            try Connection(path: path + ".none", .reading)
        }
        #expect(!FileManager.default.fileExists(atPath: path + ".none"))
        let connection = try Connection(path: path, .reading)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO number VALUES (2)") }
        #expect(error?.code == SQLITE_READONLY)
        #expect(error?.message == "attempt to write a readonly database")
    }

    @Test(
        arguments: [Connection.Transaction.deferred, .immediate]
    )
    func `A transaction is committed whole, or not at all when it throws`(kind: Connection.Transaction) throws {
        let connection = try Connection(path: path)
        let value = try connection.transaction(kind) { db in
            try db.execute("INSERT INTO number VALUES (?)", [2])
            return 7
        }
        #expect(value == 7)
        #expect(throws: Stop.self) {
            try connection.transaction(kind) { db in
                try db.execute("INSERT INTO number VALUES (?)", [3])
                throw Stop()
            }
        }
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction(kind) { db in
                try db.execute("INSERT INTO number VALUES (?)", [4])
                try db.execute("INSERT INTO number VALUES (?)", [1])
            }
        }
        #expect(error?.code == SQLITE_CONSTRAINT)
        #expect(try numbers(connection) == [1, 2])
        try connection.close()
        #expect(try numbers(Connection(path: path)) == [1, 2])
    }

    @Test func `A connection can be used after SQLite rolled back a transaction`() throws {
        let connection = try Connection(path: path)
        #expect(throws: SQLiteError(SQLITE_CONSTRAINT | 6 << 8, "UNIQUE constraint failed: number.n")) {
            try connection.transaction { db in
                try db.execute("INSERT INTO number VALUES (2)")
                try db.execute("INSERT OR ROLLBACK INTO number VALUES (1)")
            }
        }
        try connection.transaction { try $0.execute("INSERT INTO number VALUES (5)") }
        #expect(try numbers(connection) == [1, 5])
    }

    @Test func `A transaction sees the database as it was when the transaction began`() throws {
        let writer = try Connection(path: path)
        try writer.execute("PRAGMA journal_mode = WAL")
        let reader = try Connection(path: path, .reading)
        try reader.execute("BEGIN DEFERRED")
        #expect(try numbers(reader) == [1])
        try writer.execute("INSERT INTO number VALUES (?)", [2])
        #expect(try numbers(reader) == [1])
        reader.rollBack()
        #expect(try numbers(reader) == [1, 2])
    }

    @Test func `A connection without a timeout throws if the file is locked`() throws {
        let first = try Connection(path: path)
        try first.execute("BEGIN IMMEDIATE")
        let impatient = try Connection(path: path)
        let patient = try Connection(path: path, busyTimeout: 60_000)
        let locked = SQLiteError(SQLITE_BUSY, "database is locked")
        #expect(throws: locked) { try impatient.transaction { try $0.execute("INSERT INTO number VALUES (2)") } }
        #expect(throws: locked) {
            try patient.withoutWaiting { try $0.transaction { try $0.execute("INSERT INTO number VALUES (2)") } }
        }
        #expect(try patient.fetchOne(Int.self, "PRAGMA busy_timeout") == 60_000)
        first.rollBack()
        try impatient.transaction { try $0.execute("INSERT INTO number VALUES (2)") }
        #expect(try numbers(patient) == [1, 2])
    }

    @Test func `A connection with a timeout waits for another one's lock`() throws {
        let isLocked = DispatchSemaphore(value: 0)
        let path = path
        let thread = Thread {
            let holder = try? Connection(path: path)
            try? holder?.execute("BEGIN IMMEDIATE")
            isLocked.signal()
            Thread.sleep(forTimeInterval: 0.1)
            holder?.rollBack()
        }
        let patient = try Connection(path: path, busyTimeout: 60_000)
        thread.start()
        isLocked.wait()
        try patient.transaction { try $0.execute("INSERT INTO number VALUES (2)") }
        #expect(try numbers(patient) == [1, 2])
    }

    @Test func `A connection with an open statement cannot be closed`() throws {
        let connection = try Connection(path: path)
        do {
            let statement = try Statement("SELECT 1", in: connection)
            let error = #expect(throws: SQLiteError.self) { try connection.close() }
            #expect(error?.code == SQLITE_BUSY)
            #expect(try statement.fetchOne(Int.self) == 1)
        }
        try connection.close()
        try connection.close()
        let error = #expect(throws: SQLiteError.self) { try numbers(connection) }
        #expect(error == SQLiteError(SQLITE_MISUSE, "The connection is closed"))
        #expect(throws: SQLiteError(SQLITE_MISUSE, "The connection is closed")) { try connection.execute("SELECT 1") }
        #expect(connection.changesCount == 0)
    }

    @Test func `A connection can be released before its statements`() throws {
        var connection: Connection? = try Connection(path: path)
        let statement = try #require(try connection.map { try Statement("SELECT n FROM number", in: $0) })
        try connection?.interrupt(every: 1) { false }
        connection = nil
        #expect(try statement.fetchAll(Int.self) == [1])
    }

    @Test func `A long statement can be interrupted, and the connection stays usable`() throws {
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let connection = try Connection(path: path)
        var asked = 0
        try connection.interrupt(every: 1_000) {
            asked += 1
            return asked > 10
        }
        let error = #expect(throws: SQLiteError.self) { try connection.fetchOne(Int.self, endless) }
        #expect(error == SQLiteError(SQLITE_INTERRUPT, "interrupted"))
        connection.stopInterrupting()
        #expect(try numbers(connection) == [1])
        var calls = 0
        #expect(throws: Stop.self) {
            try connection.withProgress({
                calls += 1
                if calls > 3 { throw Stop() }
            }) { try connection.fetchOne(Int.self, endless) }
        }
        #expect(try numbers(connection) == [1])
    }

    @Test func `A connection calls added functions, and their errors end the statement`() throws {
        let connection = try Connection(path: ":memory:")
        try connection.add("twice", argumentCount: 1) { arguments in
            switch arguments[0] {
            case .integer(let number): .integer(number * 2)
            case .text(let text): .text(text + text)
            case .blob(let bytes): .blob(bytes + bytes)
            case .null: throw Stop()
            case .real: throw SQLiteError(SQLITE_TOOBIG)
            }
        }
        #expect(try connection.fetchOne(Int.self, "SELECT twice(?)", [21]) == 42)
        #expect(try connection.fetchOne(String.self, "SELECT twice(?)", ["a\0"]) == "a\0a\0")
        #expect(try connection.fetchOne("SELECT twice(x'')") { $0.value(0) as SQLValue? } == .blob([]))
        let stopped = #expect(throws: SQLiteError.self) { try connection.fetchOne(Int.self, "SELECT twice(NULL)") }
        #expect(stopped?.code == SQLITE_ABORT)
        let large = #expect(throws: SQLiteError.self) { try connection.fetchOne(Int.self, "SELECT twice(1.5)") }
        #expect(large?.code == SQLITE_TOOBIG)
    }

    @Test func `The authorizer can deny a statement`() throws {
        let connection = try Connection(path: path)
        try connection.authorize { step, table, _, _ in
            step == SQLITE_DELETE && table == "number" ? SQLITE_DENY : SQLITE_OK
        }
        let error = #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM number") }
        #expect(error == SQLiteError(SQLITE_AUTH, "not authorized"))
        #expect(try numbers(connection) == [1])
    }

    @Test func `Several threads can each use their own connection`() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 1...4 {
                group.addTask {
                    let connection = try Connection(path: path, busyTimeout: 60_000)
                    for number in 0..<50 {
                        try connection.transaction {
                            try $0.execute("INSERT INTO number VALUES (?)", [thread * 1_000 + number])
                        }
                        let own = "SELECT count(*) FROM number WHERE n BETWEEN ? AND ?"
                        let count = try connection.fetchOne(Int.self, own, [thread * 1_000, thread * 1_000 + 999])
                        #expect(count == number + 1)
                    }
                    try connection.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try numbers(Connection(path: path)).count == 201)
    }
}
