import CRewindSQLite
import Testing

@testable import RewindSession

@Suite struct StatementTests {
    private let connection: Connection
    private let numbers = "SELECT n FROM number WHERE n > ? ORDER BY n"

    init() throws {
        connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE number (n INTEGER PRIMARY KEY); INSERT INTO number VALUES (1), (2), (3)")
    }

    private func all(_ rows: consuming Rows) throws -> [Int] {
        var values: [Int] = []
        while let row = try rows.next() { values.append(row.value(0) ?? -1) }
        return values
    }

    @Test func `A text is prepared once`() throws {
        let first = try connection.statement(numbers)
        #expect(try first.fetchAll(Int.self, [0]) == [1, 2, 3])
        #expect(try connection.statement(numbers) === first)
        #expect(try connection.fetchAll(Int.self, numbers, [2]) == [3])
        #expect(try connection.statement("SELECT 1") !== first)
    }

    @Test func `A text whose statement is in use is prepared again`() throws {
        let outer = try connection.rows(numbers, [0])
        var pairs: [[Int]] = []
        while let row = try outer.next() {
            let number: Int = try #require(row.value(0))
            // Nested twice, and one statement abandoned before its end.
            let inner = try connection.rows(numbers, [number])
            if let next = try inner.next() {
                pairs.append([number, next.value(0) ?? -1] + (try connection.fetchAll(Int.self, numbers, [1])))
            }
        }
        #expect(pairs == [[1, 2, 2, 3], [2, 3, 2, 3]])
        #expect(try connection.fetchAll(Int.self, numbers, [0]) == [1, 2, 3])
    }

    @Test func `A statement that has rows left cannot start again`() throws {
        let statement = try connection.statement(numbers)
        let rows = try statement.rows([0])
        #expect(try rows.next() != nil)
        let error = #expect(throws: SQLiteError.self) { try statement.execute([1]) }
        #expect(error?.code == SQLITE_MISUSE)
        #expect(try all(rows) == [2, 3])
        #expect(try statement.fetchAll(Int.self, [1]) == [2, 3])
    }

    @Test func `A statement gives no row after its last one, whatever else runs`() throws {
        let statement = try connection.statement(numbers)
        let old = try statement.rows([2])
        #expect(try old.next() != nil)
        #expect(try old.next() == nil)
        let new = try statement.rows([0])
        #expect(try new.next()?.value(0) == 1)
        #expect(try old.next() == nil)
        #expect(try all(new) == [2, 3])
    }

    @Test func `A statement is reset when its rows are released`() throws {
        func first() throws -> Int? {
            let rows = try connection.rows(numbers, [0])
            while let row = try rows.next() { return row.value(0) }
            return nil
        }
        #expect(try first() == 1)
        // A statement that was not reset would keep the table from being dropped.
        try connection.execute("DROP TABLE number")
    }

    @Test func `A statement is reset after an error, including one thrown by the reader of its rows`() throws {
        struct Stop: Error {}
        let insertion = "INSERT INTO number VALUES (?)"
        let error = #expect(throws: SQLiteError.self) { try connection.execute(insertion, [3]) }
        #expect(error?.extendedCode == SQLITE_CONSTRAINT | 6 << 8)
        #expect(error?.message == "UNIQUE constraint failed: number.n")
        try connection.execute(insertion, [4])
        #expect(throws: Stop.self) { try connection.fetchAll(numbers, [0]) { _ in throw Stop() } }
        #expect(throws: Stop.self) { try connection.fetchOne(numbers, [0]) { _ -> Int? in throw Stop() } }
        #expect(throws: SQLiteError(SQLITE_MISMATCH, "datatype mismatch")) {
            try connection.fetchOne(String.self, numbers, [0])
        }
        #expect(try connection.statement(numbers).isRunning == false)
        try connection.execute("DROP TABLE number")
    }

    @Test(arguments: [[], [1, 2]]) func `A statement takes exactly as many values as it has parameters`(values: [Int])
        throws
    {
        let error = #expect(throws: SQLiteError.self) { try connection.fetchAll(Int.self, numbers, values) }
        #expect(error?.code == SQLITE_RANGE)
        #expect(try connection.fetchAll(Int.self, numbers, [2]) == [3])
    }

    @Test(arguments: ["", " ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; nonsense"])
    func `A text with no statement or several statements is refused`(sql: String) {
        #expect(throws: Statement.NotOne.self) { try connection.statement(sql) }
    }

    @Test(arguments: ["SELECT 1;", "SELECT 1 ; -- one", "SELECT 1 /* one */ ;\n"])
    func `A statement may be followed by a comment`(sql: String) throws {
        #expect(try connection.fetchOne(Int.self, sql) == 1)
    }

    @Test func `The error for a malformed statement has SQLite's message`() {
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELEKT 1") }
        #expect(error?.code == SQLITE_ERROR)
        #expect(error?.message == "near \"SELEKT\": syntax error")
        let unknown = #expect(throws: SQLiteError.self) { try connection.fetchOne(Int.self, "SELECT \"mumber\"") }
        #expect(unknown?.message == "no such column: mumber")
    }

    @Test func `A statement is cached, until there are many`() throws {
        let first = try connection.statement("SELECT 0")
        #expect(try connection.statement("SELECT 0") === first)
        for number in 1...200 { #expect(try connection.fetchOne(Int.self, "SELECT \(number)") == number) }
        #expect(try connection.statement("SELECT 0") !== first)
    }
}
