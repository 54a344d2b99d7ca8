// From counter.rewind, by rewind export test.
import RewindReplay
import Testing

@testable import Counter

@Suite struct CounterTests {
    /// The state at 0, and what came then.
    static let recording = RecordedSteps(
        start: #"{"count":0,"note":""}"#,
        actions: ###"""
            {"seq":1,"type":"Increase","payload":{},"patch":[{"op":"replace","path":"/count","value":1}]}
            {"seq":2,"type":"Increase","payload":{},"patch":[{"op":"replace","path":"/count","value":2}]}
            {"seq":3,"type":"Note","payload":{"text":"\"\"\"# \"## \\#(x) \\(y) \\\"# \n\t\u0000\u007f\u2028\ufeff\u202e é é 日本 👩‍👩‍👧"},"patch":[{"op":"replace","path":"/note","value":"\"\"\"# \"## \\#(x) \\(y) \\\"# \n\t\u0000\u007f\u2028\ufeff\u202e é é 日本 👩‍👩‍👧"}]}
            {"seq":4,"type":"Decrease","payload":{},"patch":[{"op":"replace","path":"/count","value":1}]}
            """###
    )

    static let app = RegisteredApp(reducer: counterReducer, actions: [Decrease.self, Increase.self, Note.self])

    @Test func `Actions 1 to 4 lead to what was recorded`() throws {
        try Self.recording.check(Self.app)
    }
}
