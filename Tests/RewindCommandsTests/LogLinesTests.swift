import RewindSession
import RewindTree
import Testing
import RewindTimeline

@testable import RewindCommands

@Suite struct LogLinesTests {
    private static let at: Int64 = 1_760_000_000_123_456

    private static func record(
        _ seq: Int,
        _ status: ActionRecord.Status = .done,
        patch: Patch? = Patch([])
    ) -> ActionRecord {
        ActionRecord(seq: seq, parent: seq - 1, at: at, type: "Add", patch: patch, status: status)
    }

    private static let marks: [(ActionRecord, String, String)] = [
        (record(3), "   ", "(no change)"),
        (record(5), ">  ", "(no change)"),
        (record(3, .began, patch: nil), "  !", "(effect unknown)"),
        (record(5, .began, patch: nil), "> !", "(effect unknown)"),
        (record(3, .failed), "  !", "(no change)"),
        (record(5, .dropped, patch: nil), "> ?", "(effect unknown)"),
    ]

    @Test(arguments: marks)
    func `A line has cursor, status, seq, time, type and summary, in a graph too`(
        record: ActionRecord,
        marks: String,
        summary: String
    ) {
        let lines = LogLines(
            style: TextStyle(isOn: false),
            cursor: 5,
            last: 9,
            columns: .init(width: nil, typeWidth: 3)
        )
        let rest = " \(record.seq)  \(TimeText().time(Self.at))  Add  \(summary)"
        #expect(lines.line(for: record) == marks + rest)
        let graph = LogGraph(BranchLayout(of: [], first: 0, last: 9, limit: 1), isReversed: false)
        let place = marks.hasPrefix(">") ? "" : "*"
        #expect(lines.line(for: record, in: graph) == place + marks.dropFirst(place.count) + rest)
    }

    @Test(
        arguments: [(-3_600_000_000, true), (-1_000, true), (-999, false), (0, false), (5, false)] as [(Int64, Bool)]
    )
    func `A line says where the clock was set back, by more than a race of threads`(pause: Int64, isNoted: Bool) {
        for width in [nil, 120] as [Int?] {
            let lines = LogLines(
                style: TextStyle(isOn: false),
                cursor: 5,
                last: 9,
                columns: .init(width: width, typeWidth: 3)
            )
            let line = lines.line(for: Self.record(3), pause: pause)
            #expect(line.contains("(the clock was set back here)") == isNoted, "\(line)")
        }
    }

    @Test func `On a terminal, the first actions are shown soon, even if few match`() throws {
        let timeline = try ListSession().open()
        var (printed, time): ([String], UInt64) = ([], 0)
        for (width, isSoon) in [(80, true), (nil, false)] as [(Int?, Bool)] {
            (printed, time) = ([], 0)
            let lines = LogLines(
                style: TextStyle(isOn: false),
                cursor: 5,
                last: 9,
                columns: .init(width: width, typeWidth: 0)
            )
            var printer = LogPrinter(of: timeline, lines, write: { printed.append($0) }, now: { time })
            try printer.print(Self.record(1))
            #expect(printed.isEmpty)
            time = 100_000_000
            try printer.print(Self.record(2))
            #expect(printed.contains { $0.contains("Add") } == isSoon)
            printer.finish()
            #expect(printed.count { $0.contains("Add") } == 2)
        }
    }

    @Test func `A reducer's error and the start of a branch are before the changes`() {
        var failed = Self.record(3, .failed)
        failed.error = "No such article"
        let line = LogLines(style: TextStyle(isOn: false), cursor: 5, last: 9, columns: .init(width: nil, typeWidth: 3))
            .line(for: failed)
        #expect(line.hasSuffix("Add  failed: No such article  (no change)"))
        let branch = ActionRecord(seq: 7, parent: 3, at: Self.at, type: "Add", patch: Patch([]))
        for width in [nil, 80] {
            let lines = LogLines(
                style: TextStyle(isOn: false),
                cursor: 5,
                last: 9,
                columns: .init(width: width, typeWidth: 3)
            )
            #expect(lines.line(for: branch).hasSuffix("Add  (after 3)  (no change)"))
        }
    }

    @Test(arguments: [(1, 9, 0, "1", "Add"), (1, 1000, 3, "   1", "Add"), (42, 1000, 6, "  42", "Add   ")])
    func `Numbers are aligned to the right, types to the left`(
        seq: Int,
        last: Int,
        typeWidth: Int,
        number: String,
        type: String
    ) {
        let lines = LogLines(
            style: TextStyle(isOn: false),
            cursor: 0,
            last: last,
            columns: .init(width: nil, typeWidth: typeWidth)
        )
        let expected = "    \(number)  \(TimeText().time(Self.at))  \(type)  (no change)"
        #expect(lines.line(for: Self.record(seq)) == expected)
    }

    @Test func `Colors do not remove padding`() {
        let plain = LogLines(
            style: TextStyle(isOn: false),
            cursor: 5,
            last: 100,
            columns: .init(width: nil, typeWidth: 8)
        )
        let painted = LogLines(
            style: TextStyle(isOn: true),
            cursor: 5,
            last: 100,
            columns: .init(width: nil, typeWidth: 8)
        )
        for record in [Self.record(5), Self.record(7), Self.record(8, .began)] {
            let line = painted.line(for: record)
            #expect(line.contains("\u{1B}["))
            #expect(line.replacing(/\x1B\[[0-9]+m/, with: "") == plain.line(for: record))
        }
    }

    @Test func `The JSON of an action has all of its fields`() throws {
        let full = ActionRecord(
            seq: 7,
            parent: 4,
            at: Self.at,
            type: "Add",
            coder: .codable,
            payload: ["by": 1],
            patch: Patch([.replace(Pointer(["value"]), 3)]),
            duration: 120,
            origin: "Store.swift:3",
            error: "No such value"
        )
        #expect(
            try RecordedAction(full).json
                == [
                    "seq": 7, "parent": 4, "at": .integer(Int64(Self.at)), "type": "Add", "coder": "codable",
                    "status": "done",
                    "payload": ["by": 1], "patch": [["op": "replace", "path": "/value", "value": 3]], "duration": 120,
                    "origin": "Store.swift:3", "error": "No such value",
                ]
        )
        let bare = ActionRecord(seq: 1, parent: 0, at: 0, type: "Add", coder: .reflected, status: .began)
        #expect(
            try RecordedAction(bare).json
                == [
                    "seq": 1, "parent": 0, "at": 0, "type": "Add", "coder": "reflected", "status": "began",
                    "payload": .null,
                    "patch": .null,
                ]
        )
    }
}
