import Testing
@testable import RewindCommands
@testable import RewindSession
@testable import RewindUpkeep

@Suite struct ScrubReportTests {
    private static let table: [(SessionScrub.Report, Int, [String], Bool)] = [
        (
            report(masked: 1, texts: 1), 1,
            ["masked 1 value at the pointer", "took out 1 text, of which the file has nothing left"], false
        ),
        (
            report(masked: 9, texts: 3, names: 1), 2,
            [
                "masked 9 values at 2 pointers",
                "took out 3 texts, of which the file has nothing left but 1 in names of members or types",
            ], true
        ),
        (
            report(masked: 2, short: 1), 1,
            [
                "masked 2 values at the pointer",
                "1 value is too short to be looked for in all texts: none of them stands alone in other places",
            ], false
        ),
        (
            report(masked: 3, short: 3, left: 1), 1,
            [
                "masked 3 values at the pointer",
                "3 values are too short to be looked for in all texts: 1 of them is left in other places",
            ], true
        ),
        (report(texts: 2), 0, ["took out 2 texts, of which the file has nothing left"], false),
        (
            report(texts: 2, unproved: 1), 0,
            [
                "took out 2 texts, of which the file has nothing left",
                "1 of them is too short for that to be proved",
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
    func `It says what went and what is left`(
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
