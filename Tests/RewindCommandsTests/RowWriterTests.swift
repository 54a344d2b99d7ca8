import RewindSession
import Testing

@testable import RewindCommands

@Suite struct RowWriterTests {
    private final class Lines { var texts: [String] = [] }

    private func lines(
        _ columns: [String],
        _ format: RowWriter.Format,
        _ rows: [[SQLValue]],
        width: Int? = nil
    ) -> [String] {
        let lines = Lines()
        var writer = RowWriter(columns, as: format, style: TextStyle(isOn: false), width: width) {
            lines.texts.append($0)
        }
        for row in rows { writer.write(row) }
        writer.finish()
        writer.finish()
        return lines.texts
    }

    @Test func `Table columns fit their longest value, and numbers are aligned to the right`() {
        let rows: [[SQLValue]] = [
            [.integer(7), .text("Add"), .null, .real(0.5)], [.integer(1_234), .text("é"), .text("x"), .real(-10)],
        ]
        #expect(
            lines(["seq", "type", "note", "half"], .table, rows) == [
                " seq  type  note   half",
                "   7  Add           0.5",
                "1234  é     x     -10.0",
            ]
        )
        #expect(lines(["a", "b"], .table, []) == ["a  b"])
    }

    @Test func `Long values are cut, and control characters are escaped`() {
        let long = String(repeating: "x", count: 100)
        let rows: [[SQLValue]] = [[.text(long), .text("a\u{1B}[31m\nb\u{9B}\\")]]
        #expect(
            lines(["long", "odd\u{1B}"], .table, rows)[1]
                == String(repeating: "x", count: 59) + "…  a\\u001b[31m\\nb\\u009b\\\\"
        )
    }

    @Test func `Rows that are too wide for the terminal are printed value by value`() {
        let long = String(repeating: "x", count: 30)
        let rows: [[SQLValue]] = [[.integer(1), .text(long)], [.integer(2), .text("y")]]
        let texts = lines(["seq", "payload"], .table, rows, width: 20)
        #expect(
            texts == ["── row 1", "seq      1", "payload  xxxxxxxxxx…", "── row 2", "seq      2", "payload  y"]
        )
        #expect(lines(["seq", "payload"], .table, rows, width: 50)[0].hasPrefix("seq  payload"))
    }

    @Test func `A single column keeps its line breaks on a terminal`() {
        #expect(lines(["sql"], .table, [[.text("CREATE\n  a\u{1B}")]])[1] == "CREATE\n  a\\u001b")
    }

    @Test func `A long table takes its widths from the first rows`() {
        let rows = (0..<1_000).map { [SQLValue.integer(Int64($0)), .text($0 == 900 ? "much longer" : "x")] }
        let texts = lines(["n", "text"], .table, rows)
        #expect(texts.count == 1_001)
        #expect(texts[1] == "  0  x")
        #expect(texts[901] == "900  much longer")
    }

    @Test func `Tabs appear only between values`() {
        let rows: [[SQLValue]] = [[.text("a\tb"), .null, .integer(.min), .real(1e300), .blob([0, 171])]]
        #expect(lines(["a"], .tabs, rows) == ["a\\tb\t\t-9223372036854775808\t1e+300\tx'00ab'"])
        #expect(lines(["a"], .tabs, []) == [])
    }

    @Test func `JSON names every column once`() {
        let rows: [[SQLValue]] = [[.integer(1), .text("2"), .null, .real(.infinity)]]
        #expect(lines(["a", "a", "a:2", "b"], .json, rows) == [#"{"a":1,"a:2":"2","a:2:2":null,"b":"inf"}"#])
    }
}
