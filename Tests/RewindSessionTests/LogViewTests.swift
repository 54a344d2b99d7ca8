import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline

@Suite struct LogViewTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func rows(_ sql: String, seconds: Double = 30) throws -> [[SQLValue]] {
        let session = try SessionReader(opening: url)
        let bounds = SQLBounds(seconds: seconds)
        let sandbox = try SQLSandbox(reading: session, functions: [LogView.whole { session }], bounds: bounds)
        return try rows(sql, in: sandbox)
    }

    private func rows(_ sql: String, in sandbox: SQLSandbox) throws -> [[SQLValue]] {
        let query = try SQLQuery(sql, in: sandbox)
        var rows: [[SQLValue]] = []
        while try query.next() { rows.append(query.columns.indices.map(query.value)) }
        return rows
    }

    private static func row(of record: ActionRecord) -> [SQLValue] {
        var row: [SQLValue] = [.integer(Int64(record.seq)), .integer(Int64(record.parent))]
        row.append(.integer(record.at))
        row += [text(record.type), text(record.coder.rawValue), text(record.status.rawValue)]
        row.append(record.duration.map(SQLValue.integer) ?? .null)
        row += [text(record.payload?.text), text(record.patch?.tree.text), text(record.origin), text(record.error)]
        return row
    }

    private static func text(_ text: String?) -> SQLValue {
        guard let text else { return .null }
        return .text(text)
    }

    @Test(arguments: Thoroughness.first(2, of: UInt64(1)...6))
    func `The log view has every action with complete values`(seed: UInt64) throws {
        let session = SampleSession(seed: seed, count: 120)
        try session.write(to: url)
        let expected = session.records.map(Self.row)
        let columns = "seq, parent, at, type, coder, status, duration, payload, patch, origin, error"
        let sql = "SELECT \(columns) FROM log ORDER BY seq"
        #expect(try rows(sql) == expected)
        // The table itself must contain chunk references, or the view would make no difference.
        let stored = "SELECT max(payload LIKE '%{\"$chunk\":%'), max(patch LIKE '%{\"$chunk\":%') FROM action"
        #expect(try rows(stored) == [[.integer(1), .integer(1)]])
    }

    @Test func `The log view has the documented columns`() throws {
        try SampleSession(seed: 1, count: 1).write(to: url)
        let session = try SessionReader(opening: url)
        let sandbox = try SQLSandbox(reading: session, functions: [LogView.whole { session }], bounds: SQLBounds())
        let columns = [
            "seq", "parent", "time", "at", "type", "coder", "status", "duration", "payload", "patch", "origin", "error",
            "cause_effect", "cause_action",
        ]
        #expect(try SQLQuery("SELECT * FROM log", in: sandbox).columns == columns)
    }

    @Test(
        arguments: [
            (1_760_000_000_123_999, "2025-10-09T08:53:20.123Z"), (0, "1970-01-01T00:00:00.000Z"),
            (59_999_999, "1970-01-01T00:00:59.999Z"), (1_456_704_000_000_000, "2016-02-29T00:00:00.000Z"),
            (253_402_300_799_999_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func `Times are in UTC and cut to milliseconds, as in the output of log`(at: Int64, text: String) throws {
        try SampleSession(seed: 1, count: 1).write(to: url)
        try SQL.execute("UPDATE action SET at = ?", [at], in: url)
        #expect(try rows("SELECT time, at FROM log") == [[.text(text), .integer(at)]])
    }

    @Test(arguments: [Int64.min, .max])
    func `A timestamp that cannot be written as text has no time`(at: Int64) throws {
        try SampleSession(seed: 1, count: 1).write(to: url)
        try SQL.execute("UPDATE action SET at = ?", [at], in: url)
        #expect(try rows("SELECT time FROM log") == [[.null]])
    }

    @Test(
        arguments: [
            ("SELECT count(*) FROM log", 0), ("SELECT seq, type, time FROM log", 0),
            ("SELECT type, count(*), max(duration) FROM log GROUP BY type ORDER BY 2 DESC", 0),
            ("SELECT a.seq FROM log a JOIN log b ON b.seq = a.parent WHERE a.type = b.type", 0),
            ("SELECT a.seq FROM log a LEFT JOIN log b ON b.seq = a.seq + 1 WHERE b.seq IS NULL", 0),
            ("SELECT payload FROM log WHERE seq = 7", 1), ("SELECT payload, patch FROM log ORDER BY seq LIMIT 3", 6),
            ("SELECT patch FROM log WHERE type = 'No such type'", 0),
        ]
    )
    func `Values are read only for queries that use them`(sql: String, count: Int) throws {
        final class Calls { var count = 0 }
        try SampleSession(seed: 1, count: 50).write(to: url)
        let calls = Calls()
        let whole = SQLFunction("whole", argumentCount: 3) { arguments in
            calls.count += 1
            return arguments[0]
        }
        let session = try SessionReader(opening: url)
        let sandbox = try SQLSandbox(reading: session, functions: [whole], bounds: SQLBounds())
        _ = try rows(sql, in: sandbox)
        #expect(calls.count == count)
    }

    private static let nested = String(repeating: "[", count: 900) + "LAST" + String(repeating: "]", count: 900)

    /// Makes the payload of action 1 a reference to the last of `bodies`, each of which may refer to the previous one
    /// as `LAST`.
    private func plant(_ bodies: [String]) throws {
        try? FileManager.default.removeItem(at: url)
        try SampleSession(seed: 1, count: 5).write(to: url)
        for (index, body) in bodies.enumerated() {
            let reference = "{\"$chunk\":\(999 + index)}"
            try SQL.execute(
                "INSERT INTO chunk (id, hash, body) VALUES (?, CAST(? AS BLOB), ?)",
                [1_000 + index, "hash \(index)", body.replacingOccurrences(of: "LAST", with: reference)],
                in: url
            )
        }
        let text = "{\"$chunk\":\(999 + bodies.count)}"
        try SQL.execute("UPDATE action SET payload = ? WHERE seq = 1", [text], in: url)
    }

    @Test func `A value of many megabytes is returned up to the limit of a query`() throws {
        let text = String(repeating: "x", count: 1 << 20)
        func list(_ count: Int) -> String { "[" + Array(repeating: "LAST", count: count).joined(separator: ",") + "]" }
        try plant(["\"\(text)\"", list(40)])
        let length = Int64(40 * (text.utf8.count + 3) + 1)
        #expect(try rows("SELECT length(payload) FROM log WHERE seq = 1") == [[.integer(length)]])
        try plant(["\"\(text)\"", list(70)])
        #expect(throws: QueryError.tooLarge) { try rows("SELECT length(payload) FROM log") }
    }

    @Test(
        arguments: [
            [#"{"$chunk":999999}"#], ["[LAST]"], ["{"], ["0"] + Array(repeating: "[LAST,LAST]", count: 60),
            ["0"] + Array(repeating: "[LAST]", count: 1_010),
            ["0"] + Array(repeating: nested, count: 9),
        ] as [[String]]
    )
    func `Missing, cyclic or too large chunks end the query with an error`(bodies: [String]) throws {
        try plant(bodies)
        #expect {
            try rows("SELECT payload FROM log")
        } throws: { error in
            switch error {
            case SessionError.damaged, QueryError.tooLarge: true
            default: false
            }
        }
        #expect(try rows("SELECT count(*), max(seq) FROM log") == [[.integer(5), .integer(5)]])
    }

    @Test func `A table of the file cannot replace the log view`() throws {
        try SampleSession(seed: 1, count: 5).write(to: url)
        try SQL.execute("CREATE TABLE log (seq, payload)", in: url)
        try SQL.execute("INSERT INTO log VALUES (77, 'planted')", in: url)
        #expect(try rows("SELECT max(seq) FROM log") == [[.integer(5)]])
        for sql in ["SELECT * FROM main.log", "SELECT count(*) FROM main.log"] {
            #expect {
                try rows(sql)
            } throws: { error in
                if case QueryError.notAllowed = error { true } else { false }
            }
        }
    }

    @Test func `A query over slow values ends within its time limit`() throws {
        try SampleSession(seed: 1, count: 40).write(to: url)
        let session = try SessionReader(opening: url)
        let slow = SQLFunction("whole", argumentCount: 3) { _ in
            Thread.sleep(forTimeInterval: 0.05)
            return .null
        }
        let sandbox = try SQLSandbox(reading: session, functions: [slow], bounds: SQLBounds(seconds: 0.2))
        #expect(throws: QueryError.tookTooLong(seconds: 0.2)) {
            try rows("SELECT count(payload), count(patch) FROM log", in: sandbox)
        }
    }
}
