import RewindReplay
import RewindSession
import Testing
@testable import RewindCommands
@testable import RewindTimeline
@testable import RewindTree

/// The messages about unknown states, and about the end of a recording.
@Suite struct RecoveryTextTests {
    private func lines(_ reason: RecoveryReport.Reason?, first: Int = 4, last: Int = 9, count: Int = 6) -> [String] {
        let failure = RecoveryReport.Failure(reason ?? .lost, first: first, last: last, count: count, standsIn: 3)
        let arguments = ["show", "my app.rewind", "end"]
        return RecoveryText(failures: [(failure, reason)], file: "my app.rewind", arguments: arguments).lines
    }

    @Test func `Who does not know the reducers says which state stands in, and gives the command`() {
        #expect(
            lines(nil) == [
                "Note: what the actions 4…9 led to is not known; the state at 3, the last known before them, stands in.",
                "Hint: The app's own tool, made with its reducers, recovers it: YOUR-TOOL show 'my app.rewind' end",
            ]
        )
    }

    @Test func `Why a state is not recovered is said`() {
        let standsIn = "; the state at 3, the last known before it, stands in."
        #expect(
            lines(.unregistered("Count"), first: 4, last: 4, count: 1) == [
                "Note: what action 4 led to is not known: this tool does not know actions of type Count\(standsIn)",
                "Hint: The app's own tool, made with its reducers, recovers it: YOUR-TOOL show 'my app.rewind' end",
            ]
        )
        #expect(
            lines(.lost, first: 4, last: 4, count: 1) == [
                "Note: what action 4 led to is not known: the recording does not have the value of it\(standsIn)"
            ]
        )
        #expect(
            lines(.doesNotMeet(10)) == [
                "Note: what the actions 4…9 led to is not known: re-run, they do not lead to the recorded state at 10, so "
                    + "that a reducer is impure or another by now; the state at 3, the last known before them, stands in.",
                "Hint: rewind replay 'my app.rewind' --verify tells where the reducers lead elsewhere.",
            ]
        )
    }

    @Test func `Many runs are not all told`() {
        let failures = (1...6).map { number in
            RecoveryReport.Failure(
                .lost,
                first: number * 10,
                last: number * 10 + 1,
                count: 2,
                standsIn: number * 10 - 1
            )
        }
        let text = RecoveryText(failures: failures.map { ($0, .lost) }, file: "a.rewind", arguments: [])
        #expect(text.lines.count == 5)
        #expect(text.lines.last == "Note: the same goes for 4 more actions.")
    }

    @Test(arguments: [
        (1, "1 action"), (999, "999 actions"), (9_730, "9,730 actions"), (1_234_567, "1,234,567 actions"),
    ])
    func `How many actions were re-run is said`(count: Int, text: String) {
        #expect(
            RecoveryText.note(ofRecovering: count, isOne: true)
                == "Note: state recovered by re-running \(text), whose effects were not written."
        )
    }

    private static let endings: [(SessionEnding, String)] = [
        (SessionEnding(.closed, last: 5), "closed"),
        (SessionEnding(.closed, last: 5, unwritten: 2), "closed, with 2 effects never written"),
        (SessionEnding(.live, last: 5), "still being recorded"),
        (SessionEnding(.unfinished, last: 5), "not closed, and its latest actions may be missing"),
        (SessionEnding(.crashed, last: 5), "crashed or killed after action 5"),
        (
            SessionEnding(.crashed, last: 5, unwritten: 1),
            "crashed or killed after action 5, with 1 effect never written"
        ),
        (
            SessionEnding(.crashed, last: 5, underWay: [.init(seq: 5, type: "Buy")], unwritten: 3),
            "crashed or killed during action 5 Buy; what the 3 actions up to 4 led to was never written"
        ),
        (
            SessionEnding(.crashed, last: 5, underWay: [.init(seq: 4, type: "Buy"), .init(seq: 5, type: "Pay")]),
            "crashed or killed during action 4 Buy, 5 Pay"
        ),
    ]

    @Test(arguments: endings)
    func `How a recording ended is told in a clause`(ending: SessionEnding, text: String) {
        #expect(EndingReport(ending).text == text)
    }

    @Test func `What was lost is told`() {
        let closed = SessionEnding(.closed, last: 9)
        #expect(OutcomeReport(closed, SessionLosses()).losses == [])
        #expect(
            OutcomeReport(closed, SessionLosses(actions: 1, effects: 9)).losses == [
                "1 action was lost: there was no room, or they were damaged, and nothing is left but the number",
                "9 effects were not recorded on their own: the actions are there, and can be re-run",
            ]
        )
    }
}
