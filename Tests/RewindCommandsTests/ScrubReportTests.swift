import RewindTree
import Testing
@testable import RewindCommands
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct ScrubReportTests {
    private static let table: [(SessionScrub.Report, Int, [String], Bool)] = [
        (
            report(masked: 1, texts: 1), 1,
            ["masked 1 value", "removed 1 text from the whole file"], false
        ),
        (
            report(masked: 9, texts: 3, names: 1), 2,
            [
                "masked 9 values",
                "removed 3 texts from the whole file, except 1 in names of members or types",
                "  \"ann@corp\"  at 4, type",
            ], true
        ),
        (
            report(masked: 2, short: 1), 1,
            [
                "masked 2 values",
                "1 short value not searched for elsewhere: none left in other places",
            ], false
        ),
        (
            report(masked: 3, short: 3, left: 1), 1,
            [
                "masked 3 values",
                "3 short values not searched for elsewhere: 1 left in other places",
                "  \"42\"  at 7, payload /id",
            ], true
        ),
        (
            report(texts: 2, screenshots: 1), 0,
            ["removed 2 texts from the whole file", "removed 1 screenshot, which may show them"], false
        ),
        (report(texts: 2), 0, ["removed 2 texts from the whole file"], false),
        (
            report(texts: 2, unproved: 1), 0,
            [
                "removed 2 texts from the whole file",
                "1 of them too short to verify",
            ], false
        ),
    ]

    private static func report(
        masked: Int = 0,
        texts: Int = 0,
        unproved: Int = 0,
        names: Int = 0,
        short: Int = 0,
        left: Int = 0,
        screenshots: Int = 0
    ) -> SessionScrub.Report {
        SessionScrub.Report(
            masked: masked,
            texts: texts,
            unproved: unproved,
            names: names,
            textsInNames: (0..<names).map { _ in
                let place = TextFind(seq: 4, part: .type, kind: .type, pointer: .root, value: "mail/ann@corp")
                return SessionScrub.Remainder(text: "ann@corp", place: place)
            },
            shortValues: short,
            shortValuesLeft: left,
            remainders: (0..<left).map { _ in
                let place = TextFind(seq: 7, part: .payload, kind: .value, pointer: ["id"], value: 42)
                return SessionScrub.Remainder(text: "42", place: place)
            },
            actions: 7,
            screenshots: screenshots
        )
    }

    @Test(arguments: table)
    func `The report has the removed and the remaining values`(
        report: SessionScrub.Report,
        pointers: Int,
        lines: [String],
        isAnythingLeft: Bool
    ) {
        let told = ScrubReport(report, isPattern: pointers == 0)
        #expect(told.lines(style: TextStyle(isOn: false)) == lines)
        #expect(told.isAnythingLeft == isAnythingLeft)
    }
}
