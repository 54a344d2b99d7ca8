@testable import RewindTimeline
import ArgumentParser
import RewindTree
import Testing

@testable import RewindCommands

@Suite struct FindLinesTests {
    private static let long = String(repeating: "before ", count: 10) + "Swift" + String(repeating: " after", count: 10)

    private static let samples: [(TextFind, String)] = [
        (
            TextFind(seq: 0, part: .state, kind: .key, pointer: ["a/b", "swift"], value: "swift"),
            " 0  state    /a~1b/swift"
        ),
        (TextFind(seq: 7, part: .type, kind: .type, pointer: .root, value: "SwiftAction"), " 7  type     SwiftAction"),
        (
            TextFind(seq: 7, part: .payload, kind: .value, pointer: .root, value: "Swift"),
            #" 7  payload  (root)  "Swift""#
        ),
        (TextFind(seq: 7, part: .patch, kind: .value, pointer: ["n"], value: 4711), " 7  patch    /n  4711"),
        (TextFind(seq: 7, part: .patch, kind: .value, pointer: ["n"], value: true), " 7  patch    /n  true"),
        (
            TextFind(seq: 7, part: .error, kind: .value, pointer: .root, value: "No Swift"),
            #" 7  error    "No Swift""#
        ),
        (
            TextFind(seq: 42, part: .patch, kind: .value, pointer: ["list", "0"], value: .string(long)),
            #"42  patch    /list/0  "…efore before before Swift after after after after after afte…""#
        ),
    ]

    @Test(arguments: samples) func `A line has the seq, the part, the place and the text around the match`(
        find: TextFind,
        line: String
    ) {
        #expect(FindLines(style: TextStyle(isOn: false), last: 42, pattern: "swift").line(for: find) == line)
    }

    @Test func `The numbers of actions and effects are in one column`() throws {
        let find = TextFind(seq: 7, part: .patch, kind: .value, pointer: ["n"], value: 4711)
        var lines = FindLines(style: TextStyle(isOn: false), last: 42, pattern: "4711")
        lines.lastEffect = 123
        #expect(lines.line(for: find) == "   7  patch    /n  4711")
    }

    @Test func `An empty text is wrong usage`() {
        #expect(usageError(of: SearchCommand.self, ["a.rewind", ""]) == "The text to search for is empty.")
    }
}
