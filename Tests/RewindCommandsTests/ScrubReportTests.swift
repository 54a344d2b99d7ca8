import Testing
@testable import RewindCommands
@testable import RewindSession
@testable import RewindUpkeep

@Suite struct ScrubReportTests {
    private static let table: [(SessionScrub.Report, Int, [String], Bool)] = [
        (
            report(masked: 1, texts: 1), 1,
            ["masked 1 value at the pointer", "removed 1 text from the whole file"], false
        ),
        (
            report(masked: 9, texts: 3, names: 1), 2,
            [
                "masked 9 values at 2 pointers",
                "removed 3 texts from the whole file, except 1 in names of members or types",
            ], true
        ),
        (
            report(masked: 2, short: 1), 1,
            [
                "masked 2 values at the pointer",
                "1 short value not searched for elsewhere: none left in other places",
            ], false
        ),
        (
            report(masked: 3, short: 3, left: 1), 1,
            [
                "masked 3 values at the pointer",
                "3 short values not searched for elsewhere: 1 left in other places",
            ], true
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
        left: Int = 0
    ) -> SessionScrub.Report {
        SessionScrub.Report(
            masked: masked,
            texts: texts,
            unproved: unproved,
            names: names,
            shortValues: short,
            shortValuesLeft: left,
            actions: 7
        )
    }

    @Test(arguments: table)
    func `The report has the removed and the remaining values`(
        report: SessionScrub.Report,
        pointers: Int,
        lines: [String],
        isAnythingLeft: Bool
    ) {
        let told = ScrubReport(report, pointers: pointers)
        #expect(told.lines(style: Style(isOn: false)) == lines)
        #expect(told.isAnythingLeft == isAnythingLeft)
    }
}
