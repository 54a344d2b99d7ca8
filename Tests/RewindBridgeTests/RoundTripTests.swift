import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

@testable import RewindBridge

@Suite struct RoundTripTests {
    private let folder = TemporaryFolder()

    private func imported(_ text: [UInt8], as name: String) throws -> (Timeline, SessionImport.Report) {
        let session = try ForeignSession(parsing: text)
        let url = folder.session(name)
        let time: Int64 = 1_700_000_000_000_000
        let report = try SessionImport.run(session.lifted, from: session.form.rawValue, to: url, time: time)
        let timeline = try Timeline(opening: url)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        return (timeline, report)
    }

    private func exported(_ timeline: Timeline, from first: Int = 1, to last: Int? = nil) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let export = try LiftedStateExport(of: timeline, from: first, to: last ?? timeline.last)
        try export.run(progress: { _ in }) { bytes += $0 }
        return bytes
    }

    private func rows(of timeline: Timeline) throws -> [[String]] {
        try (timeline.first..<timeline.last).map {
            let record = try timeline.action($0 + 1)
            return [
                "\(record.parent)", "\(record.at)", record.type, record.coder.rawValue, record.payload?.text ?? "-",
                record.patch?.tree.text ?? "-", record.status.rawValue, record.origin ?? "-", record.error ?? "-",
            ]
        }
    }

    @Test(arguments: Thoroughness.first(8, of: UInt64(1)...400))
    func `A file becomes the session that it describes, and its export becomes an equal one`(seed: UInt64) throws {
        let file = RandomLiftedState(seed: seed, count: Int(seed % 40) + 1)
        let (timeline, report) = try imported(Array(file.root.text.utf8), as: "a.rewind")
        defer { timeline.session.close() }
        #expect(timeline.last == file.rows.count && report.actions == file.rows.count)
        #expect(try timeline.state(at: 0) == file.initial)
        #expect(try timeline.cursor() == file.cursor)
        for (index, row) in file.rows.enumerated() {
            let record = try timeline.action(index + 1)
            #expect(ReduxAction.action(type: record.type, payload: record.payload) == row.action)
            #expect(record.at == row.at && record.origin == row.stack && record.error == row.error)
            #expect((record.patch == nil) == (row.state == nil))
            if let state = row.state { #expect(try timeline.state(at: index + 1) == state) }
        }

        let text = try exported(timeline)
        try Self.checkInvariants(text)
        let (again, second) = try imported(text, as: "b.rewind")
        defer { again.session.close() }
        #expect(try rows(of: again) == rows(of: timeline))
        #expect(try again.cursor() == timeline.cursor())
        #expect(second.skipped == report.skipped && second.unknownStates == report.unknownStates)
        #expect(try Comparison(of: timeline, with: again).parting == .none)
        #expect(try exported(again) == text)
    }

    /// Checks what Redux DevTools requires of a lifted state, with Foundation's parser.
    private static func checkInvariants(_ text: [UInt8]) throws {
        // Foundation refuses numbers that no double can hold.
        let readable = String(decoding: text, as: UTF8.self).replacing("1e+400", with: "1")
        let root = try #require(JSONSerialization.jsonObject(with: Data(readable.utf8)) as? [String: Any])
        let byId = try #require(root["actionsById"] as? [String: [String: Any]])
        let staged = try #require(root["stagedActionIds"] as? [Int])
        let results = try #require(root["computedStates"] as? [[String: Any]])
        #expect(Set(byId.keys) == Set(staged.map(String.init)) && staged.first == 0)
        #expect(byId.values.allSatisfy { $0["type"] as? String == "PERFORM_ACTION" && $0["action"] is [String: Any] })
        #expect((byId["0"]?["action"] as? [String: Any])?["type"] as? String == "@@INIT")
        #expect(results.count == staged.count && results[0]["state"] != nil && root["committedState"] != nil)
        let index = try #require(root["currentStateIndex"] as? Int)
        #expect(staged.indices.contains(index) && root["nextActionId"] as? Int == staged.count)
        let skipped = try #require(root["skippedActionIds"] as? [Int])
        for id in skipped {
            #expect(results[id] as NSDictionary == results[id - 1] as NSDictionary)
        }
    }

    @Test(arguments: Thoroughness.first(3, of: UInt64(1)...60))
    func `The path to any action of a recorded session is exported`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let session = BranchingSession(seed: seed, count: 60)
        let url = folder.session()
        try session.write(to: url)
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        let last = 1 + random.below(60)
        let first = 1 + random.below(last)
        var path: [Int] = []
        var seq = last
        while seq >= first {
            path.insert(seq, at: 0)
            seq = session.records[seq - 1].parent
        }
        let text = try exported(timeline, from: first, to: last)
        try Self.checkInvariants(text)
        let (copy, _) = try imported(text, as: "b.rewind")
        defer { copy.session.close() }
        #expect(try copy.state(at: 0) == session.states[seq])
        #expect(copy.last == path.count)
        for (index, seq) in path.enumerated() {
            #expect(try copy.state(at: index + 1) == session.states[seq])
            let (own, original) = (try copy.action(index + 1), session.records[seq - 1])
            #expect(own.payload == original.payload && own.type == original.type && own.at == original.at)
        }
    }

    @Test(
        arguments: [
            (
                #"{"payload":"[{\"type\":\"A\"},{\"type\":\"B\",\"payload\":{\"$jsan\":\"u\"}}]","preloadedState":"{\"n\":1}"}"#,
                ForeignSession.Form.payload, ["A {}", #"B {"$jsan":"u"}"#], #"{"n":1}"#
            ),
            (#"{"payload":"[]"}"#, .payload, [], "null"),
            (#"[{"type":"A","x":1},{"type":"A","payload":2}]"#, .actions, [#"A {"type":"A","x":1}"#, "A 2"], "null"),
            (
                #"[{"action":{"type":"INC","payload":{},"isTypedAction":true},"timestamp":721692800.5}]"#, .recorder,
                ["INC {}"], "null"
            ),
        ]
    )
    func `Other forms have actions, and states that are unknown`(
        text: String,
        form: ForeignSession.Form,
        actions: [String],
        initial: String
    ) throws {
        #expect(try ForeignSession(parsing: Array(text.utf8)).form == form)
        let (timeline, report) = try imported(Array(text.utf8), as: "a.rewind")
        defer { timeline.session.close() }
        let rows = try (0..<timeline.last).map { try timeline.action($0 + 1) }
        #expect(rows.map { "\($0.type) \($0.payload?.text ?? "")" } == actions)
        #expect(
            rows.allSatisfy { $0.patch == nil && $0.status == .dropped && $0.at == 1_700_000_000_000_000 }
                || form == .recorder
        )
        #expect(form != .recorder || rows.first?.at == 1_700_000_000_500_000)
        #expect(try timeline.state(at: 0).text == initial)
        #expect(report.unknownStates == actions.count && report.hasInitialState == (initial != "null"))
    }

    @Test func `An array may contain bare and lifted actions, times and states`() throws {
        let (timeline, report) = try imported(
            Array(
                #"""
                [{"type":"ADD","n":1},{"action":{"type":"ADD","n":2},"timestamp":690000000.125,"state":{"n":3}},
                {"action":{"type":"ADD"},"timestamp":690000001}]
                """#.utf8
            ),
            as: "a.rewind"
        )
        defer { timeline.session.close() }
        #expect(report.actions == 3 && report.unknownStates == 2)
        let rows = try (1...3).map { try timeline.action($0) }
        #expect(rows.map(\.type) == ["ADD", "ADD", "ADD"])
        #expect(rows[1].payload?.child("n") == 2 && rows[1].at == 1_668_307_200_125_000)
        #expect(try timeline.state(at: 2) == ["n": 3])
    }

    @Test func `Other members of an action of ReSwift-Recorder are kept, and the state beside it`() throws {
        let text =
            #"[{"timestamp":471355200.5,"action":{"type":"Test","n":1,"payload":null,"isTypedAction":0},"#
            + #""state":{"n":1}}]"#
        let session = try ForeignSession(parsing: Array(text.utf8))
        #expect(session.form == .recorder)
        #expect(session.lifted.actions[0]?.value == ["type": "Test", "n": 1])
        #expect(session.lifted.computed[0]?.state == ["n": 1])
    }

    @Test(arguments: [#""ReSwift_Null""#, #""null""#, "null"])
    func `A recorded action of ReSwift without a payload has none`(payload: String) throws {
        let text =
            #"[{"timestamp":471355200.5,"action":{"type":"Test","payload":\#(payload),"isTypedAction":0}},"#
            + #"{"timestamp":471355201.5,"action":{"type":"Set","payload":{"value":5},"isTypedAction":1}}]"#
        let (timeline, _) = try imported(Array(text.utf8), as: "a.rewind")
        defer { timeline.session.close() }
        #expect(try timeline.action(1).payload == [:] && timeline.action(2).payload == ["value": 5])
        #expect(try ForeignSession(parsing: Array(text.utf8)).form == .recorder)
    }

    @Test func `The payload of the extension may be the text of a lifted state`() throws {
        let text = Tree(members: [("payload", .string(LiftedStateTests.example))]).text
        let (timeline, report) = try imported(Array(text.utf8), as: "a.rewind")
        defer { timeline.session.close() }
        #expect(report.actions == 2 && report.unknownStates == 0)
        #expect(try timeline.state(at: 2) == ["n": 10])
    }

    @Test func `An error in a text within the file names both places`() {
        func error(_ text: String) -> BridgeError? {
            #expect(throws: BridgeError.self) { _ = try ForeignSession(parsing: Array(text.utf8)) }
        }
        #expect(error(#"{"payload":5}"#) == .unusable(["payload"], .text))
        #expect(error(#"{"payload":"[1]"}"#) == .unusable(["payload", "0"], .object))
        #expect(
            error(#"{"payload":"[","preloadedState":""}"#)
                == .syntax(.unexpectedEnd, line: 1, column: 2, within: ["payload"])
        )
        #expect(
            error(#"{"payload":"[]","preloadedState":"{"}"#)
                == .syntax(.unexpectedEnd, line: 1, column: 2, within: ["preloadedState"])
        )
        #expect(error("5") == .unknownForm)
        #expect(
            error(#"[{"action":{"type":5,"isTypedAction":true},"timestamp":1}]"#)
                == .unusable(["0", "action", "type"], .text)
        )
        #expect(error(#"[{"id":1},{"id":2}]"#) == .unusable(["0", "type"], .text))
    }
}
