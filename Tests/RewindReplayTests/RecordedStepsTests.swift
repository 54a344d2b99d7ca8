import RewindTimeline
import Testing

@testable import RewindReplay

@Suite struct RecordedStepsTests {
    private struct State: Codable, Sendable {
        var count = 0
        var names: [String]?
    }
    private struct Add: Codable, Sendable { var by: Int }
    private struct Name: Codable, Sendable { var names: [String]? }
    private struct Refuse: Codable, Sendable {}
    private struct Refusal: Error, CustomStringConvertible { let description = "no" }

    /// Returns the app with a reducer that counts with `factor`.
    private static func app(factor: Int = 1) -> RegisteredApp {
        RegisteredApp(
            reducer: { (state: State, action: any Codable & Sendable) throws -> State in
                var state = state
                switch action {
                case let add as Add: state.count += factor * add.by
                case let name as Name: state.names = name.names
                default: throw Refusal()
                }
                return state
            },
            actions: [Add.self, Name.self, Refuse.self]
        )
    }

    private static func add(_ seq: Int, _ by: Int, to count: Int) -> String {
        #"{"seq":\#(seq),"type":"RecordedStepsTests.Add","payload":{"by":\#(by)},"#
            + #""patch":[{"op":"replace","path":"/count","value":\#(count)}]}"#
    }

    private static let refusal = #"{"seq":3,"type":"RecordedStepsTests.Refuse","payload":{},"patch":[],"error":"no"}"#

    private func difference(
        start: String = #"{"count":0}"#,
        _ actions: [String],
        at pointers: [JSONPointer] = [],
        factor: Int = 1
    ) throws -> String? {
        do {
            let text = actions.joined(separator: "\n")
            try RecordedSteps(start: start, actions: text, at: pointers).check(Self.app(factor: factor))
            return nil
        } catch let difference as RecordedDifference {
            return difference.description
        }
    }

    @Test func `Equal steps pass, and the first difference names action, pointer and both values`() throws {
        let actions = [Self.add(1, 2, to: 2), Self.add(2, 3, to: 5), Self.refusal]
        #expect(try difference(actions) == nil)
        #expect(
            try difference(actions, factor: -1) == "Action 1, RecordedStepsTests.Add: /count is -2, and was 2"
        )
        #expect(
            try difference([Self.add(1, 2, to: 2), Self.add(2, 3, to: 6)])
                == "Action 2, RecordedStepsTests.Add: /count is 5, and was 6"
        )
    }

    @Test func `Errors of the reducer are compared, too`() throws {
        let silent = Self.refusal.replacing(#","error":"no""#, with: "")
        #expect(
            try difference([silent])
                == #"Action 3, RecordedStepsTests.Refuse: the reducer throws "no", and threw nothing"#
        )
        let failing = Self.add(1, 2, to: 2).replacing(#""patch""#, with: #""error":"no","patch""#)
        #expect(
            try difference([failing])
                == #"Action 1, RecordedStepsTests.Add: the reducer throws nothing, and threw "no""#
        )
    }

    @Test func `Only the given pointers are compared, and their values hold until the next ones`() throws {
        let named = #"{"seq":2,"type":"RecordedStepsTests.Name","payload":{"names":["x"]},"values":{"/names/0":"x"}}"#
        let gone = #"{"seq":4,"type":"RecordedStepsTests.Name","payload":{},"absent":["/names/0"]}"#
        let added = #"{"seq":3,"type":"RecordedStepsTests.Add","payload":{"by":9}}"#
        #expect(try difference([added, named, added, gone], at: ["/names/0"]) == nil)
        #expect(
            try difference([named, gone.replacing(#","absent":["/names/0"]"#, with: "")], at: ["/names/0"])
                == #"Action 4, RecordedStepsTests.Name: /names/0 is nothing, and was "x""#
        )
        #expect(
            try difference([added], at: ["/names/0", "/count"])
                == "Action 3, RecordedStepsTests.Add: /count is 9, and was 0"
        )
    }

    @Test func `Steps that cannot be re-run use the recorded effect, and unknown ones the re-run one`() throws {
        let taken = #"{"seq":1,"type":"Other","patch":[{"op":"replace","path":"/count","value":40}]}"#
        #expect(try difference([taken, Self.add(2, 2, to: 42)]) == nil)
        let unknown = #"{"seq":1,"type":"RecordedStepsTests.Add","payload":{"by":40},"unknown":true}"#
        #expect(try difference([unknown, Self.add(2, 2, to: 42)]) == nil)
        let more = #"{"seq":2,"type":"RecordedStepsTests.Add","payload":{"by":2},"values":{"/count":42}}"#
        #expect(try difference([unknown, more], at: ["/count"]) == nil)
    }

    @Test func `The report of a misfitting patch or of many differences is short`() throws {
        let misfit = Self.add(1, 2, to: 2).replacing("/count", with: "/other/count")
        #expect(
            try difference([misfit])
                == "Action 1, RecordedStepsTests.Add: the value that it changed when it was recorded does not exist"
        )
        let names = (0..<12).map { "\"\($0)\"" }.joined(separator: ",")
        let many = #"{"seq":1,"type":"RecordedStepsTests.Name","payload":{"names":[\#(names)]}}"#
        let text = try #require(try difference([many], at: (0..<12).map { "/names/\($0)" }))
        #expect(text.hasSuffix(#"/names/9 is "9", and was nothing; and 2 more places"#))
    }

    @Test(arguments: ["1", "{}", #"{"seq":1}"#, #"{"seq":1,"type":"Other"}"#, #"{"seq":"1","type":"Other"}"#])
    func `A line that is not a recorded action is an error`(line: String) {
        #expect(throws: MalformedStep.self) { try difference([line]) }
    }

    @Test func `An action of an unregistered type is an error`() {
        let stranger = #"{"seq":1,"type":"Other","payload":{},"patch":[]}"#
        #expect(throws: ReplayError.unknownType("Other")) { try difference([stranger]) }
    }
}
