import RewindReplay
import Testing
@testable import RewindCommands
@testable import RewindTimeline

/// The messages about unknown states, and about the end of a recording.
@Suite struct RecoveryTextTests {
    private func lines(_ reason: RecoveryReport.Reason?, first: Int = 4, last: Int = 9, count: Int = 6) -> [String] {
        let failure = RecoveryReport.Failure(reason ?? .lost, first: first, last: last, count: count, fallback: 3)
        let arguments = ["show", "my app.rewind", "end"]
        return RecoveryText(failures: [(failure, reason)], file: "my app.rewind", arguments: arguments).lines
    }

    @Test func `Without the reducers, the note names the shown state and the command`() {
        #expect(
            lines(nil) == [
                "Note: the effect of actions 4…9 is unknown; showing the state at 3.",
                "Hint: Recover it with the app's own tool:", "  YOUR-TOOL show 'my app.rewind' end",
            ]
        )
    }

    @Test func `The note has the reason why a state is not recovered`() {
        #expect(
            lines(.unregistered("Count"), first: 4, last: 4, count: 1) == [
                "Note: the effect of action 4 is unknown: Count is not a registered type; showing the state at 3.",
                "Hint: Recover it with the app's own tool:", "  YOUR-TOOL show 'my app.rewind' end",
            ]
        )
        #expect(
            lines(.lost, first: 4, last: 4, count: 1) == [
                "Note: the effect of action 4 is unknown: it was recorded without its payload; showing the state at 3."
            ]
        )
        #expect(
            lines(.doesNotMeet(10)) == [
                "Note: the effect of actions 4…9 is unknown: a re-run does not lead to the recorded state at 10; "
                    + "showing the state at 3.",
                "Hint: Find where the reducers differ:", "  rewind replay 'my app.rewind' --verify",
            ]
        )
    }

    @Test func `A long list of runs is shortened`() {
        let failures = (1...6).map { number in
            RecoveryReport.Failure(
                .lost,
                first: number * 10,
                last: number * 10 + 1,
                count: 2,
                fallback: number * 10 - 1
            )
        }
        let text = RecoveryText(failures: failures.map { ($0, .lost) }, file: "a.rewind", arguments: [])
        #expect(text.lines.count == 5)
        #expect(text.lines.last == "Note: … and 4 more actions.")
    }

    @Test(arguments: [
        (1, "1 action"), (999, "999 actions"), (9_730, "9,730 actions"), (1_234_567, "1,234,567 actions"),
    ])
    func `The note has the number of re-run actions`(count: Int, text: String) {
        #expect(
            RecoveryText.note(ofRecovering: count, isOne: true)
                == "Note: state recovered by re-running \(text)."
        )
    }

    private static let endings: [(SessionEnding, String)] = [
        (SessionEnding(.closed, last: 5), "closed"),
        (SessionEnding(.closed, last: 5, unwritten: 2), "closed; 2 effects not saved"),
        (SessionEnding(.live, last: 5), "still being recorded"),
        (SessionEnding(.unfinished, last: 5), "not closed; the latest actions may be missing"),
        (SessionEnding(.crashed, last: 5), "crashed or killed after action 5"),
        (
            SessionEnding(.crashed, last: 5, unwritten: 1),
            "crashed or killed after action 5; 1 effect not saved"
        ),
        (
            SessionEnding(.crashed, last: 5, underWay: [.init(seq: 5, type: "Buy")], unwritten: 3),
            "crashed or killed during action 5 Buy; the effects of the 3 actions up to 4 were not saved"
        ),
        (
            SessionEnding(.crashed, last: 5, underWay: [.init(seq: 4, type: "Buy"), .init(seq: 5, type: "Pay")]),
            "crashed or killed during action 4 Buy, 5 Pay"
        ),
    ]

    @Test(arguments: endings)
    func `The ending of a recording is one clause`(ending: SessionEnding, text: String) {
        #expect(ending.text == text)
    }

    @Test func `The losses of a recording are listed`() {
        let closed = SessionEnding(.closed, last: 9)
        #expect(SessionLosses().lines(after: closed) == [])
        #expect(
            SessionLosses(actions: 1, effects: 9).lines(after: closed) == [
                "1 action lost: the queue or disk was full, or the file was damaged",
                "9 effects not recorded, but recovered by a re-run",
            ]
        )
    }
}
