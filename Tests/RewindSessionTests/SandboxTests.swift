import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline

@Suite struct SandboxTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    init() throws {
        try SampleSession(seed: 1, count: 40).write(to: folder.session())
    }

    private func sandbox(
        seconds: Double = Sanitizer.isOn ? 300 : 30,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        functions: [SQLFunction] = []
    ) throws -> SQLSandbox {
        let session = try SessionReader(opening: url)
        defer { session.close() }
        return try SQLSandbox(
            reading: session,
            functions: functions,
            bounds: SQLBounds(seconds: seconds, isCancelled: isCancelled)
        )
    }

    private func rows(_ sql: String, in sandbox: SQLSandbox) throws -> [[SQLValue]] {
        let query = try SQLQuery(sql, in: sandbox)
        var rows: [[SQLValue]] = []
        while try query.next() { rows.append(query.columns.indices.map(query.value)) }
        return rows
    }

    private func problem(_ sql: String, in sandbox: SQLSandbox) -> QueryError? {
        do {
            _ = try rows(sql, in: sandbox)
            return nil
        } catch let problem as QueryError {
            return problem
        } catch {
            Issue.record("\(sql): \(error)")
            return nil
        }
    }

    @Test func `A query reads the tables of the session and returns every kind of value`() throws {
        let sandbox = try sandbox()
        #expect(try rows("SELECT count(*), max(seq) FROM action", in: sandbox) == [[.integer(40), .integer(40)]])
        #expect(
            try rows("SELECT NULL, 1, 1.5, 'é', '', x'0001', x''", in: sandbox)
                == [[.null, .integer(1), .real(1.5), .text("é"), .text(""), .blob([0, 1]), .blob([])]]
        )
        #expect(try rows("SELECT value ->> 'a' FROM json_each('[{\"a\":2}]')", in: sandbox) == [[.integer(2)]])
        #expect(try rows("SELECT count(*) FROM json_tree('[1,2]')", in: sandbox) == [[.integer(3)]])
        let numbers = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3) SELECT sum(x) FROM n"
        #expect(try rows(numbers, in: sandbox) == [[.integer(6)]])
        for table in SessionFormat.tables + ["sqlite_schema"] {
            #expect(throws: Never.self) { try rows("SELECT * FROM \(table) LIMIT 1", in: sandbox) }
        }
        #expect(try SQLQuery("SELECT seq, parent AS p FROM action", in: sandbox).columns == ["seq", "p"])
    }

    @Test(
        arguments: [
            "ATTACH ':memory:' AS x", "ATTACH 'other.sqlite' AS x", "DETACH main", "PRAGMA query_only = OFF",
            "PRAGMA journal_mode = DELETE", "PRAGMA user_version", "SELECT * FROM pragma_table_info('action')",
            "DELETE FROM action", "UPDATE session SET value = 1", "INSERT INTO bookmark VALUES ('a', 1, NULL, 1)",
            "DROP TABLE action", "CREATE TABLE x (a)", "CREATE TEMP TABLE x (a)", "CREATE VIEW v AS SELECT 1",
            "CREATE TEMP TRIGGER t AFTER INSERT ON action BEGIN SELECT 1; END", "ALTER TABLE action ADD COLUMN x",
            "BEGIN", "COMMIT", "SAVEPOINT s", "VACUUM", "VACUUM INTO 'copy.sqlite'", "REINDEX", "ANALYZE",
            "SELECT load_extension('x.so')", "SELECT Load_Extension('x.so', 'y')", "SELECT * FROM dbstat",
            "CREATE VIRTUAL TABLE x USING fts5(a)", "SELECT fts3_tokenizer('simple')",
            "INSERT INTO sqlite_schema VALUES (1, 2, 3, 4, 5)",
            "WITH x AS (SELECT 1) DELETE FROM action",
        ]
    )
    func `A query cannot change anything`(sql: String) throws {
        let before = try Data(contentsOf: url)
        switch try problem(sql, in: sandbox()) {
        case .notAllowed, .failed: break
        case let other: Issue.record("\(String(describing: other))")
        }
        #expect(try Data(contentsOf: url) == before)
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(
        arguments: [
            ("SELECT 1;", nil), ("SELECT 1 ; -- done", nil), ("/* a */ SELECT 1 /* b */;\n", nil), ("VALUES (1)", nil),
            ("SELECT 1; SELECT 2", .notOneQuery), ("SELECT 1; DELETE FROM action", .notOneQuery), ("", .notOneQuery),
            (" -- nothing", .notOneQuery), (";", .notOneQuery), ("SELECT 1; garbage", .notOneQuery),
            ("SELECT ?", .hasParameters), ("SELECT :a", .hasParameters),
        ] as [(String, QueryError?)]
    )
    func `A text must have exactly one query`(sql: String, expected: QueryError?) throws {
        #expect(try problem(sql, in: sandbox()) == expected)
    }

    @Test(
        arguments: [
            ("SELEC 1", "near \"SELEC\": syntax error"), ("SELECT x", "no such column: x"),
            ("SELECT \"x\"", "no such column: x"), ("SELECT 'x", "unrecognized token: \"'x\""),
            ("SELECT * FROM nowhere", "no such table: nowhere"), ("SELECT nosuch(1)", "no such function: nosuch"),
            ("SELECT json('{')", "malformed JSON"), ("SELECT (1", "incomplete input"),
            ("SELECT abs(-9223372036854775807 - 1)", "integer overflow"),
        ]
    )
    func `The error for a query that fails has SQLite's message`(sql: String, message: String) throws {
        #expect(try problem(sql, in: sandbox()) == .failed(message: message))
    }

    @Test(
        arguments: [
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT x FROM n WHERE x = 2",
            "SELECT count(*) FROM action a, action b, action c, action d, action e, action f",
        ]
    )
    func `A query ends when its time is up`(sql: String) throws {
        #expect(try problem(sql, in: sandbox(seconds: 0.2)) == .tookTooLong(seconds: 0.2))
    }

    @Test func `Each run of a query has the full time`() throws {
        let sandbox = try sandbox(seconds: 0.3)
        let query = try SQLQuery("SELECT count(*) FROM json_each(?)", parameterCount: 1, in: sandbox)
        for count in 0..<50 {
            query.restart([.text("[\(Array(repeating: "1", count: count).joined(separator: ","))]")])
            #expect(try query.next())
            #expect(query.value(0) == .integer(Int64(count)))
        }
    }

    @Test func `A query ends when it is canceled`() throws {
        let sandbox = try sandbox(isCancelled: { true })
        let sql = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        #expect(throws: CancellationError.self) { try rows(sql, in: sandbox) }
    }

    @Test(
        arguments: [
            "SELECT zeroblob(1000000000)", "SELECT randomblob(1000000000)",
            "SELECT replace(hex(zeroblob(10000000)), '0', 'xxxxxxxxxxxx')",
            """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 50)
            SELECT group_concat(hex(zeroblob(1000000))) FROM n
            """,
            "SELECT json_group_array(hex(zeroblob(1000000))) FROM action",
        ]
    )
    func `A query cannot make large values`(sql: String) throws {
        #expect(try problem(sql, in: sandbox()) == .tooLarge)
    }

    @Test func `A deeply nested query is refused`() throws {
        let sandbox = try sandbox()
        for (open, close) in [("(", ")"), ("-", ""), ("NOT ", ""), ("abs(", ")"), ("(SELECT ", ")"), ("1 + (", ")")] {
            let depth = 100_000 / (open.count + close.count + 1)
            let sql = "SELECT " + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            guard case .failed = problem(sql, in: sandbox) else {
                Issue.record("\(open)")
                continue
            }
        }
        let long = "SELECT '" + String(repeating: "x", count: 200_000) + "'"
        #expect(problem(long, in: sandbox) == .tooLong(bytes: 200_009))
        let compound = Array(repeating: "SELECT 1", count: 200).joined(separator: " UNION ALL ")
        #expect(problem(compound, in: sandbox) == .failed(message: "too many terms in compound SELECT"))
    }

    @Test func `Functions are called lazily, and their errors are thrown`() throws {
        struct Refusal: Error {}
        final class Calls { var values: [SQLValue] = [] }
        let calls = Calls()
        let note = SQLFunction("note", argumentCount: 1) { arguments in
            calls.values += arguments
            return arguments[0]
        }
        let refuse = SQLFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
        let sandbox = try sandbox(functions: [note, refuse])
        let sql = "SELECT CASE WHEN note(1) AND note(0) AND note(2) THEN note(3) END"
        #expect(try rows(sql, in: sandbox) == [[.null]])
        #expect(calls.values == [.integer(1), .integer(0)])
        calls.values = []
        let values: [SQLValue] = [.null, .integer(.min), .real(-0.5), .text("é\u{1F600}"), .text(""), .blob([0, 255])]
        let query = try SQLQuery("SELECT note(?)", parameterCount: 1, in: sandbox)
        for value in values {
            query.restart([value])
            #expect(try query.next())
            #expect(query.value(0) == value)
        }
        #expect(calls.values == values)
        #expect(throws: Refusal.self) { try rows("SELECT refuse()", in: sandbox) }
        #expect(try rows("SELECT 1", in: sandbox) == [[.integer(1)]])
    }

    @Test func `Planted triggers, views and virtual tables are unreachable`() throws {
        try SQL.execute("CREATE TABLE extra (a); CREATE VIRTUAL TABLE more USING fts5(a)", in: url)
        let sandbox = try sandbox()
        for table in ["extra", "more", "more_data"] {
            #expect(problem("SELECT * FROM \(table)", in: sandbox) != nil)
        }
        for sql in ["CREATE VIEW v AS SELECT 1", "CREATE TRIGGER v AFTER INSERT ON bookmark BEGIN SELECT 1; END"] {
            try SQL.execute(sql, in: url)
            #expect(throws: SessionError.notASession(path: url.path, .plantedSchema(name: "v"))) { try self.sandbox() }
            try SQL.execute(sql.hasPrefix("CREATE VIEW") ? "DROP VIEW v" : "DROP TRIGGER v", in: url)
        }
    }

    @Test func `JSON values become SQLite's values`() throws {
        let table: [(Tree?, SQLValue)] = [
            (nil, .null), (.null, .null), (true, .integer(1)), (false, .integer(0)), (.integer(.min), .integer(.min)),
            (1.5, .real(1.5)), ("é", .text("é")), ("", .text("")), ([1, "a"], .text("[1,\"a\"]")),
            (["a": .null], .text("{\"a\":null}")), (.number("18446744073709551615"), .real(0x1p64)),
        ]
        for (tree, value) in table { #expect(SQLValue(tree) == value) }
    }
}
