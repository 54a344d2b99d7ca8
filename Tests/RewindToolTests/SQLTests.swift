import Foundation
import Subprocess
import TestSupport
import Testing

/// The output of `sql`.
@Suite(.timeLimit(.minutes(10))) struct SQLTests {
    @Test func `Rows are tab-separated, with escapes`() async throws {
        try await Counting.session { folder in
            let query = """
                SELECT seq, state(seq, '/n') * 2, state(seq, '/isOdd'), NULL, x'00ff', 'a' || char(9, 10, 27, 92), 1.5
                FROM action WHERE seq < 3
                """
            let answer = try await Tool.run("sql", "a.rewind", query, in: folder)
            #expect(answer.status == .exited(0))
            let rest = #"x'00ff'"# + "\t" + #"a\t\n\u001b\\"# + "\t1.5\n"
            #expect(answer.output == "1\t2\t1\t\t" + rest + "2\t4\t0\t\t" + rest)
            #expect(answer.errors == "")
        }
    }

    @Test func `The examples in the help of sql work and find values in chunks`() async throws {
        try await DemoSession.copied { folder in
            try folder.write(try folder.read("a.rewind"), to: "demo.rewind")
            let help = try await Tool.run("help", "sql", in: folder)
            let examples = help.lines.filter { $0.hasPrefix("  rewind sql ") }
            #expect(examples.count == 3)
            for example in examples {
                let command = String(example).replacing(#/^ +rewind /#, with: "\"$REWIND\" ")
                let answer = try await Tool.shell(command, in: folder)
                #expect(answer.status == .exited(0))
                #expect(!answer.output.isEmpty)
                #expect(answer.errors == "")
            }
            // The output of log is complete.
            let log = try await Tool.run("log", "a.rewind", "--json", in: folder).output
            let whole = try JSON.lines(log).filter { action in
                let payload = action["payload"] ?? ""
                let bytes = try JSONSerialization.data(withJSONObject: payload, options: [.fragmentsAllowed])
                return String(decoding: bytes, as: UTF8.self).contains("\"id\"")
            }
            let query = "SELECT seq FROM log WHERE payload LIKE '%\"id\"%'"
            let found = try await Tool.run("sql", "a.rewind", query, in: folder)
            #expect(found.output == whole.compactMap { $0["seq"] as? Int }.map { "\($0)\n" }.joined())
            #expect(!whole.isEmpty)
        }
    }

    @Test func `JSON has an object for each row`() async throws {
        try await Counting.session { folder in
            let query = "SELECT seq, seq AS seq, type, NULL AS none, 0.5 AS half, x'01' AS blob FROM action LIMIT 1"
            let answer = try await Tool.run("sql", "a.rewind", "--json", query, in: folder)
            #expect(answer.output == #"{"blob":"x'01'","half":0.5,"none":null,"seq":1,"seq:2":1,"type":1}"# + "\n")
        }
    }

    @Test func `Rows over the limit are omitted, with a note`() async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run("sql", "a.rewind", "SELECT seq FROM action", "--limit", "2", in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.output == "1\n2\n")
            #expect(answer.errors == "Note: only the first 2 rows; to see more, use --limit 20.\n")
            let all = try await Tool.run("sql", "a.rewind", "SELECT seq FROM action", "--limit", "40", in: folder)
            #expect(all.lines.count == 40)
            #expect(all.errors == "")
        }
    }

    @Test func `The tables and their columns are listed, and a query is read from standard input`() async throws {
        try await Counting.session { folder in
            let tables = try await Tool.run("sql", "a.rewind", ".tables", in: folder).lines
            #expect(Set(["action", "log", "session"]).isSubset(of: tables.map(String.init)))
            let schema = try await Tool.run("sql", ".schema", in: folder)
            #expect(schema.status == .exited(0) && schema.output.contains("CREATE TABLE session ("))
            let view = try #require(schema.output.firstMatch(of: #/CREATE VIEW log \((.*)\)/#)).1
            let log = try await Tool.run("sql", "a.rewind", "SELECT * FROM log LIMIT 1", "--json", in: folder)
            #expect(Set(view.split(separator: ", ").map(String.init)) == Set(try JSON.object(log.output).keys))
            #expect(try await Tool.shell("echo SELECT 7 | \"$REWIND\" sql a.rewind", in: folder).output == "7\n")
        }
    }

    @Test(arguments: [
        ("SELECT * FROM actions", "Did you mean action?"), ("SELECT durtion FROM log", "Did you mean duration?"),
        ("SELECT state(1, \"/n\")", "Use single quotes: state(12, '/home/articleList/0/title')"),
        ("SELECT * FROM zebra", "List the tables and columns:"),
    ])
    func `An unknown name has a hint`(query: String, hint: String) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run("sql", "a.rewind", query, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.errors.contains("\nHint: \(hint)\n"), "\(answer.errors)")
        }
    }

    private static let refusals: [(query: String, error: String)] = [
        ("DELETE FROM action", "The query is read-only: not authorized."),
        ("ATTACH 'b.sqlite' AS b", "The query is read-only: not authorized."),
        ("PRAGMA writable_schema = ON", "The query is read-only: not authorized."),
        ("VACUUM INTO 'b.sqlite'", "The query is read-only: it writes."),
        ("SELECT load_extension('b')", "The query is read-only: not authorized to use function: load_extension."),
        ("SELECT * FROM dbstat", "The query is read-only: vtable constructor failed: dbstat."),
        ("SELECT 1; SELECT 2", "The query must be a single statement."),
        ("SELECT ?", "The query has parameters, which have no values."),
        ("SELECT", "SQL error: incomplete input."),
        ("SELECT at('/n')", "SQL error: no such function: at."),
        ("SELECT state(1, 'n')", "The query contains \"n\", which is not a JSON Pointer."),
        ("SELECT zeroblob(2000000000)", "The query needs too much memory."),
        (
            """
            WITH RECURSIVE n(x, y) AS (SELECT 1, zeroblob(10000) UNION SELECT x + 1, zeroblob(10000) FROM n)
            SELECT count(*) FROM n
            """,
            "The query needs too much memory."
        ),
    ]

    @Test(arguments: refusals)
    func `A query can only read, within limits`(query: String, error: String) async throws {
        try await Counting.session { folder in
            let before = try folder.files()
            let answer = try await Tool.run("sql", "a.rewind", query, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "")
            #expect(answer.errors.split(separator: "\n").first.map(String.init) == "Error: " + error)
            #expect(answer.errors.contains("\nHint: "))
            #expect(try folder.files() == before)
        }
    }

    @Test func `An endless query is stopped, and the rows found before are printed`() async throws {
        try await Counting.session { folder in
            let query = """
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 3
                """
            let answer = try await Tool.run("sql", "a.rewind", query, "--timeout", "0.2", in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "1\n2\n")
            #expect(
                answer.errors == """
                    Error: The query took longer than 0.2 seconds.
                    Hint: Narrow the query, or raise --timeout.

                    """
            )
        }
    }

    @Test func `A query that cannot be interrupted ends with the process`() async throws {
        try await Counting.session { folder in
            // One call of a function that takes hours.
            let query = "SELECT 1 UNION ALL SELECT instr(zeroblob(40000000), zeroblob(20000000) || x'01')"
            let answer = try await Tool.run("sql", "a.rewind", query, "--timeout", "0.1", in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "1\n")
            #expect(answer.errors.hasPrefix("Error: The query took longer than 0.1 seconds.\nHint: Narrow the query"))
        }
    }

    @Test(arguments: [["--limit", "0"], ["--timeout", "0"], ["--timeout", "-1"], ["--timeout", "nan"]])
    func `Limits must be above 0`(options: [String]) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run(["sql", "a.rewind", "SELECT 1"] + options, in: folder)
            #expect(answer.status == .exited(64))
        }
    }
}
