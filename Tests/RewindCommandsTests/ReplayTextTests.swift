import ArgumentParser
@testable import RewindReplay
import RewindTree
import Testing
import RewindTimeline

@testable import RewindCommands

/// The output of `replay`, verbatim.
@Suite struct ReplayTextTests {
    @Test func `An agreeing re-run is one line, with one for each reason to use recorded effects`() throws {
        var report = RerunReport()
        report.agreed = 1
        #expect(lines(report) == ["no divergence: 1 action re-run"])
        report.agreed = 4
        report.uncompared = 1
        report.taken = [
            .reflected: ["Tap": 2, "Select": 1], .unregistered: ["Old": 1], .lost: ["(dropped)": 2],
            .undecodable: ["Add": 1], .afterUnknown: ["Add": 1],
        ]
        report.survived = [RerunReport.Action(seq: 8, type: "Add")]
        report.unfinished = [RerunReport.Action(seq: 9, type: "Tap")]
        #expect(
            lines(report) == [
                "no divergence: 5 actions re-run",
                "3 actions not re-run, recorded effect used (recorded by reflection): Tap (2), Select (1)",
                "1 action not re-run, recorded effect used (type not registered): Old (1)",
                "2 actions not re-run, recorded effect used (payload missing): (dropped) (2)",
                "1 action not re-run, recorded effect used (payload does not decode): Add (1)",
                "1 action not re-run, recorded effect used (state before it unknown): Add (1)",
                "1 action not compared: recorded state unknown",
                "action 8, Add, during which the app ended, was re-run completely",
                "action 9, Tap, during which the app ended, could not be re-run",
            ]
        )
        #expect(
            try RerunOutcome(report).json.text
                == #"{"rerun":5,"survived":[8],"taken":{"after_unknown":{"Add":1},"lost":{"(dropped)":2},"#
                + #""reflected":{"Select":1,"Tap":2},"undecodable":{"Add":1},"unregistered":{"Old":1}},"#
                + #""uncompared":1,"unfinished":[9],"verdict":"agrees"}"#
        )
    }

    @Test func `A finding comes first, with the difference`() {
        let difference = StateDifference(from: ["a": 1], to: ["a": 2])
        let table: [(RerunReport.Finding.Kind, [String])] = [
            (.otherState(difference), ["diverged at action 3, Add: recorded → re-run", "  ~ /a  1 → 2"]),
            (
                .otherError(recorded: nil, rerun: "no \u{1B}"),
                ["diverged at action 3, Add: recorded → re-run", #"  error  none → "no \u001b""#]
            ),
            (
                .impureState(difference),
                ["impure reducer at action 3, Add: reduced once → reduced again from the same state", "  ~ /a  1 → 2"]
            ),
            (
                .impureError("a", nil),
                [
                    "impure reducer at action 3, Add: reduced once → reduced again from the same state",
                    #"  error  "a" → none"#,
                ]
            ),
            (
                .changedInPlace(parent: 1, difference),
                [
                    "impure reducer: an earlier action changed the state at 1 in place, where action 3, Add, starts",
                    "  ~ /a  1 → 2",
                ]
            ),
            (.notEncodable, ["diverged at action 3, Add: the new state cannot be encoded"]),
        ]
        for (kind, expected) in table {
            var report = RerunReport()
            report.agreed = 2
            report.finding = RerunReport.Finding(seq: 3, type: "Add", kind: kind)
            #expect(lines(report) == expected + ["2 actions re-run before it"])
        }
    }

    @Test func `The end of another run is compared with the recorded one, if known`() throws {
        func text(_ end: Tree?) throws -> (lines: [String], json: Tree?) {
            var report = WhatIfRun.Report(recordedEnd: 9, end: 8)
            report.rerun = 8
            report.difference = end.map { StateDifference(from: ["a": 1], to: $0) }
            let outcome = WhatIfOutcome(report, source: "a.rewind", target: nil)
            return (outcome.lines(style: TextStyle(isOn: false)), try outcome.json[["changes"]])
        }
        #expect(try text(["a": 1]).lines == ["8 actions re-run; same end state, 9"])
        #expect(try text(["a": 1]).json == [])
        #expect(
            try text(["a": 2]).lines
                == ["8 actions re-run; the end differs from the state at 9, recorded → re-run", "  ~ /a  1 → 2"]
        )
        #expect(
            try text(nil).lines
                == ["8 actions re-run; end not compared: the state at 9 is unknown"]
        )
        #expect(try text(nil).json == nil)
    }

    private func lines(_ report: RerunReport) -> [String] {
        RerunOutcome(report).lines(style: TextStyle(isOn: false))
    }

    @Test func `The verdict on a session names each member once`() {
        var fit = SessionFit()
        #expect(lines(fit) == ["ok: this version of the app reads and writes the session unchanged"])
        fit.unregistered = ["Old": 1]
        fit.reflected = ["Tap": 3]
        for _ in 0..<2 {
            fit.note(.filled(["a", "*"]), about: .state, at: 0)
            fit.note(.ignored(["b"]), about: .action(type: "Add"), at: 4)
            fit.note(.changed(.root), about: .action(type: "Add"), at: 4)
        }
        let risky = [
            "risky: this version of the app changes some recorded values",
            "  state: /a/* is missing in the file; the type fills it in",
            "  Add: /b is in the file, but not in the type",
            "  Add: the type changes the value of the whole value",
        ]
        let notes = ["not registered: Old (1)", "recorded by reflection: Tap (3)"]
        #expect(lines(fit) == risky + notes)
        fit.note(.undecodable(DecodingFailure(at: ["c"], .refused(kind: "string"))), about: .state, at: 0)
        fit.note(.undecodable(DecodingFailure(at: .root, .threw("Oh"))), about: .action(type: "Add"), at: 5)
        fit.note(.notAnAction("Action"), about: .action(type: "Box"), at: 6)
        #expect(
            lines(fit) == ["impossible: this version of the app cannot read the session"]
                + risky.dropFirst() + [
                    "  state: /c is a string that the type does not accept, first in the state at 0",
                    "  Add: the whole value does not decode: Oh, first in action 5",
                    "  Box: the type is not Action, which the reducer takes",
                ] + notes
        )
    }

    @Test func `A session without any known type is one of another app`() throws {
        var fit = SessionFit()
        fit.actions = 3
        #expect(FitReport(fit).hint == nil)
        fit.unregistered = ["Inc": 2]
        #expect(FitReport(fit).hint == nil)
        fit.reflected = ["Tap": 1]
        let hint = try #require(FitReport(fit).hint)
        #expect(hint.text.hasPrefix("The session is of another app"))
    }

    private func lines(_ fit: SessionFit) -> [String] {
        FitReport(fit).lines(style: TextStyle(isOn: false))
    }

    @Test func `A note names the members that are not encoded`() {
        #expect(
            Note.lostMembers([["board", "cached"], .root]).text
                == "Note: these members of the state are not encoded, so a state read from the session does not have "
                + "them: /board/cached, (root)"
        )
    }

    @Test func `The text for a trap names the action`() {
        func text(_ sentence: TrapWatch.Sentence) -> String { sentence.before + "12" + sentence.after }
        #expect(
            text(TrapText.whileReducing("Add", isReproduced: false)) == "The reducer trapped at action 12, Add.\n"
        )
        #expect(
            text(TrapText.whileReducing("Add", isReproduced: true))
                == "The reducer trapped at action 12, Add. The recorded app ended during it, so this reproduces its crash.\n"
        )
        #expect(text(TrapText.whileDecoding("Add")) == "The app trapped while decoding action 12, Add.\n")
        #expect(text(TrapText.whileDecoding(nil)) == "The app trapped while decoding the state at 12.\n")
        #expect(
            text(TrapText.json("A\"", isReproduced: true))
                == #"{"verdict":"trapped","seq":12,"type":"A\"","reproduced":true}"# + "\n"
        )
    }
}
