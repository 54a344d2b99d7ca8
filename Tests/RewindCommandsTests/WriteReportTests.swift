import RewindAnswers
import RewindTimeline
import RewindTree
import Testing

@testable import RewindCommands

@Suite struct WriteReportTests {
    private let session: ListSession

    init() throws {
        session = try ListSession()
    }

    private func lines(_ pointer: Pointer, latestFirst: Bool = false) throws -> [String] {
        let timeline = try session.open()
        var lines: [String] = []
        var previous = pointer
        let style = TextStyle(isOn: false)
        try timeline.forEachWrite(of: pointer, through: 5, latestFirst: latestFirst) { write in
            let report = WriteReport(try RecordedWrite(write, in: timeline.session))
            let value = report.value(after: previous, style: style)
            lines.append(report.row(seqWidth: 1, typeWidth: 13, rest: value, style: style))
            previous = write.pointer
            return true
        }
        return lines
    }

    @Test func `A line has the seq, time, type, value and the previous place`() throws {
        #expect(
            try lines(["list", "1", "title"]) == [
                #"   1  \#(ListSession.time(1))  Add            "First"  at /list/0/title"#,
                #"?  4  \#(ListSession.time(4))  Rename         "Renamed"  at /list/1/title"#,
            ]
        )
        #expect(
            try lines(["list", "1", "title"], latestFirst: true) == [
                #"?  4  \#(ListSession.time(4))  Rename         "Renamed""#,
                #"   1  \#(ListSession.time(1))  Add            "First"  at /list/0/title"#,
            ]
        )
    }

    @Test func `The first state has no action and no time, and a removed value is reported`() throws {
        #expect(
            try lines(["home", "title"]) == [
                #"   0                (first state)  "Home""#, "   5  \(ListSession.time(5))  Forget         (removed)",
            ]
        )
    }

    @Test func `A narrow row leaves half of its width to the value`() throws {
        let timeline = try session.open()
        let write = try #require(try timeline.blame(["list", "1", "title"], at: 5))
        let report = WriteReport(try RecordedWrite(write, in: timeline.session))
        func row(_ width: Int) -> String {
            report.row(seqWidth: 1, typeWidth: 40, rest: "value", style: TextStyle(isOn: false), width: width)
        }
        #expect(row(50) == "?  4  " + Cells.padded("Rename", to: 22) + "  value")
        #expect(row(30) == "?  4  " + Cells.padded("Rename", to: 12) + "  value")
    }

    @Test func `The inner changes of an object or array are listed`() throws {
        #expect(
            try lines(["list"]) == [
                "   0                (first state)  []",
                #"   1  \#(ListSession.time(1))  Add            + /0  "First""#,
                #"   2  \#(ListSession.time(2))  Add            + /0  "Second""#,
                #"?  4  \#(ListSession.time(4))  Rename         ~ /1/title  "First" → "Renamed""#,
            ]
        )
    }
}
