import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct ComparisonReportTests {
    private let session: ListSession

    init() throws {
        session = try ListSession()
    }

    private func report(
        _ other: ListSession,
        isWhole: Bool = false
    ) throws -> ComparisonReport {
        try report(session.open(), other.open(), isWhole: isWhole)
    }

    private func report(_ a: Timeline, _ b: Timeline, isWhole: Bool = false) throws -> ComparisonReport {
        let comparison = try Session(a).comparison(with: Session(b), aligningAll: isWhole, comparingEnds: isWhole)
        return ComparisonReport(comparison, of: a, with: b)
    }

    @Test func `The report of a difference has the actions and the changes`() throws {
        let other = try ListSession(title: "Other")
        let report = try report(other)
        let lines = try report.lines(style: TextStyle(isOn: false))
        #expect(lines[1].hasPrefix("      1  \(ListSession.rowTime(1))  Add  "))
        #expect(lines[3] == "    ? 3  \(ListSession.rowTime(3))  Lose  (effect unknown)")
        #expect(
            [lines[0]] + lines.dropFirst(4) == [
                "First difference: action 4 (payload, state).",
                #"-     4  \#(ListSession.rowTime(4))  Rename  /list/1/title "Renamed""#,
                #"+     4  \#(ListSession.rowTime(4))  Rename  /list/1/title "Other""#,
                "payload", #"  ~ /title  "Renamed" → "Other""#,
                "state", "  /list  2 items, 1 changed", #"    ~ 1  "Other""#,
                #"        ~ title  "Renamed" → "Other""#,
                "1 action only in \(session.url.lastPathComponent) (--all)",
                "1 action only in \(other.url.lastPathComponent) (--all)",
                "equal actions again from 5 on", "end states differ",
            ]
        )
        let json = try report.json
        #expect(json[["same"]] == false)
        #expect(json[["seq"]] == 4)
        #expect(json[["only"]] == [[4], [4]])
        #expect(json[["same_again_from"]] == [5, 5])
        #expect(json[["ends_equal"]] == false)
        #expect(json[["same_through"]] == 3)
        #expect(json[["differ"]] == ["payload", "state"])
        #expect(json[["actions", "1", "payload"]] == ["title": "Other"])
        #expect(json[["state"]] == [["op": "replace", "pointer": "/list/1/title", "old": "Renamed", "new": "Other"]])
    }

    @Test func `The options add all later actions and the ends`() throws {
        let other = try ListSession(title: "Other")
        let report = try report(other, isWhole: true)
        let lines = try report.lines(style: TextStyle(isOn: false))
        let (a, b) = (session.url.lastPathComponent, other.url.lastPathComponent)
        let aligned = lines.drop { !$0.hasPrefix("end states ") }.dropFirst()
        #expect(aligned.prefix(2) == lines[1...2])
        #expect(aligned.dropFirst(2).first?.hasPrefix("      5  \(ListSession.rowTime(5))  ") == true)
        #expect(
            aligned.dropFirst(3) == [
                "end of \(a), 5 → end of \(b), 5", "  /list  2 items, 1 changed", #"    ~ 1  "Other""#,
                #"        ~ title  "Renamed" → "Other""#,
            ]
        )
        let json = try report.json
        #expect(json[["aligned", "0"]] == ["a": 4, "type": "Rename"])
        #expect(json[["aligned", "1"]] == ["b": 4, "type": "Rename"])
        #expect(json[["aligned", "2", "a"]] == 5 && json[["aligned", "2", "b"]] == 5)
        #expect(json[["end"]] == json[["state"]])
    }

    /// Records a session whose actions have these types and write them to the state.
    private func session(_ types: [String], to url: URL) throws -> Timeline {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["last": "none"])
            for (index, type) in types.enumerated() {
                let patch = Patch([.replace(["last"], .string(type))])
                let record = ActionRecord(seq: index + 1, parent: index, at: 0, type: type, patch: patch)
                try transaction.append(record, state: ["last": .string(type)])
            }
        }
        try writer.close()
        return try Timeline(opening: url)
    }

    @Test func `An action that only one session has is named, without a difference of unrelated states`() throws {
        let folder = TemporaryFolder()
        let a = try session(["A", "B", "C"], to: folder.session("a.rewind"))
        let b = try session(["A", "C"], to: folder.session("b.rewind"))
        let report = try report(a, b)
        let lines = try report.lines(style: TextStyle(isOn: false))
        #expect(lines.first == "First difference: action 2, B, is only in a.rewind.")
        #expect(lines.count == 6 && lines[1].hasPrefix("      1  ") && lines[2].hasPrefix("-     2  "))
        #expect(
            lines.suffix(3) == [
                "1 action only in a.rewind (--all)", "equal actions again from 3 and 2 on", "end states equal",
            ]
        )
    }

    @Test func `Equal sessions are reported as equal`() throws {
        let report = try report(ListSession())
        #expect(try report.lines(style: TextStyle(isOn: false)) == ["Equal: 5 actions."])
        #expect(try report.json == ["same": true, "from": 0, "same_through": 5, "ends": [5, 5]])
    }
}
