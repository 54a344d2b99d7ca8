import Foundation
import RewindAnswers
import RewindTerminal
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct WhyReportTests {
    private func lines(_ question: Why, width: Int? = nil, isPainted: Bool = false) throws -> [String] {
        let folder = TemporaryFolder()
        try CausedSession.write(to: folder.session())
        let session = try Session(opening: folder.session())
        return try WhyReport(question, at: 6, in: session).lines(style: TextStyle(isOn: isPainted), width: width)
    }

    @Test func `A value is explained down to the tap`() throws {
        #expect(
            try lines(Why("/detail/error")) == [
                #"action 4 SetError wrote /detail/error  null → "http_500""#,
                "",
                #"         4  SetError        +1.24 s  {"error":"http_500"}  ArticleDetail.swift:40"#,
                "  effect:2  GET /items/a1  +3.00 ms  failed after 1.24 s  "
                    + #"{"url":"https://qiita.com/api/v2/items/a1"} → {"body":"Internal Server Error","status":500}  QiitaAPI.swift:31"#,
                #"  effect:1  TapArticle         root  08:53:21.000  flow  {"id":"a1"}  ArticleList.swift:20"#,
            ]
        )
    }

    @Test func `On a terminal, the lines fit`() throws {
        #expect(
            try lines(Why(at: "4"), width: 80) == [
                #"         4  SetError        +1.24 s  {"error":"http_500…  ArticleDetail.swift:40"#,
                #"  effect:2  GET /items/a1  +3.00 ms  failed after 1.24 s  {"body":"Internal Ser…"#,
                #"  effect:1  TapArticle         root  08:53:21.000  flow  {"id":"a1"}"#,
            ]
        )
    }

    @Test(arguments: [20, 33, 47, 60, 80, 100, 140], ["4", "6", "effect:3", "effect:6"] as [PointInTime])
    func `No line is wider than the terminal`(width: Int, reference: PointInTime) throws {
        for isPainted in [false, true] {
            let text = try lines(Why(at: reference), width: width, isPainted: isPainted)
            #expect(text.allSatisfy { Cells.count($0) <= width })
        }
    }

    @Test(
        arguments: [
            ("5", "  ? The cause of effect:4 is unknown: it was not recorded."),
            ("6", "  ? The cause of effect:5, effect:99, was lost."),
        ] as [(PointInTime, String)]
    )
    func `A cause that is not known is named in words`(reference: PointInTime, line: String) throws {
        #expect(try lines(Why(at: reference)).last == line)
    }

    @Test func `Omitted links are counted`() throws {
        let folder = TemporaryFolder()
        try CausedSession.writeChain(of: 1_000, to: folder.session())
        let session = try Session(opening: folder.session())
        let lines = try WhyReport(Why(limit: 3), at: 1_000, in: session).lines(style: TextStyle(isOn: false), width: 80)
        #expect(lines.count == 4)
        #expect(lines[2] == "  … 997 more causes")
    }
}
