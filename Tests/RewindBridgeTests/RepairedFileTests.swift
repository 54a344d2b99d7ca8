import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

@testable import RewindBridge

/// Files with values that a session cannot hold: each costs that value alone.
@Suite struct RepairedFileTests {
    private let folder = TemporaryFolder()

    /// Values as a file has them, and as the session does; nil for one that is cut off somewhere.
    static let values: [(written: String, recorded: String?)] = [
        (#""lone \ud83d""#, #""lone \\ud83d""#),
        (#"{"\udc00":1,"\udc01":2}"#, #"{"\\udc00":1,"\\udc01":2}"#),
        (#"{"$jsan":"m[[1,\"\\ud800\"]]"}"#, #"{"$jsan":"m","value":[[1,"\\ud800"]]}"#),
        (String(repeating: "[", count: 256) + String(repeating: "]", count: 256), nil),
        (String(repeating: #"{"a":"#, count: 5_000) + "1" + String(repeating: "}", count: 5_000), nil),
    ]

    private func imported(_ text: String) throws -> (Timeline, SessionImport.Report) {
        let session = try ForeignSession(parsing: Array(text.utf8))
        let url = folder.session("\(UUID().uuidString).rewind")
        let report = try SessionImport.run(session.lifted, from: "", to: url, time: 0)
        let timeline = try Timeline(opening: url)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        return (timeline, report)
    }

    private func expect(_ value: Tree?, _ recorded: String?) throws {
        if let recorded { return #expect(try value == Tree(parsing: recorded)) }
        let value = try #require(value)
        #expect(value.text.contains(try #require(Tree.tooDeep.string)) && value.levels >= 254)
    }

    @Test(arguments: values.indices)
    func `A state, an action, and an error with such a value are recorded, with the others`(index: Int) throws {
        let (written, recorded) = Self.values[index]
        let (timeline, report) = try imported(
            #"""
            {"actionsById":{"0":{"type":"@@INIT"},"1":{"type":"A\ud83d","x":\#(written)},"2":{"type":"B"}},
            "stagedActionIds":[0,1,2],"computedStates":[{"state":{"n":0}},
            {"state":{"n":1,"p":\#(written)},"error":"bad \ud800"},{"state":{"n":2}}]}
            """#
        )
        defer { timeline.session.close() }
        #expect(try timeline.state(at: 0) == ["n": 0] && timeline.state(at: 2) == ["n": 2])
        let state = try timeline.state(at: 1)
        #expect(state.child("n") == 1)
        try expect(state.child("p"), recorded)
        let action = try timeline.action(1)
        #expect(action.type == #"A\ud83d"# && action.error == #"bad \ud800"#)
        try expect(action.payload?.child("x"), recorded)
        #expect(report.repairs.first == .init(place: ["actionsById", "1", "type"], reason: .loneSurrogate))
        #expect(report.repairs.count >= 4)
    }

    @Test(arguments: values.indices)
    func `Other forms are imported with such a value, too`(index: Int) throws {
        let (written, recorded) = Self.values[index]
        let payload = Tree(members: [
            ("payload", .string(#"[{"type":"A"},{"type":"B","x":\#(written)}]"#)),
            ("preloadedState", .string(#"{"p":\#(written)}"#)),
        ])
        let (extensions, first) = try imported(payload.text)
        defer { extensions.session.close() }
        try expect(try extensions.action(2).payload?.child("x"), recorded)
        try expect(try extensions.state(at: 0).child("p"), recorded)
        #expect(first.repairs.first?.place.tokens.prefix(2) == ["payload", "1"])
        let (recording, second) = try imported(
            #"[{"action":{"type":"A","payload":{"x":\#(written)}},"timestamp":721692800.5}]"#
        )
        defer { recording.session.close() }
        try expect(try recording.action(1).payload?.child("x"), recorded)
        #expect(second.repairs.first?.place.tokens.prefix(2) == ["0", "action"])
    }
}
