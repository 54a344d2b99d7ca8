import ArgumentParser
import SessionFile
import StateTree
import Testing

@testable import RewindCommands

@Suite struct FindLinesTests {
    private static let long = String(repeating: "before ", count: 10) + "Swift" + String(repeating: " after", count: 10)

    private static let samples: [(TextFind, String)] = [
        (
            TextFind(seq: 0, part: .state, kind: .key, pointer: ["a/b", "swift"], text: "swift"),
            " 0  state    /a~1b/swift"
        ),
        (TextFind(seq: 7, part: .type, kind: .type, pointer: .root, text: "SwiftAction"), " 7  type     SwiftAction"),
        (
            TextFind(seq: 7, part: .payload, kind: .value, pointer: .root, text: "Swift"),
            #" 7  payload  (root)  "Swift""#
        ),
        (
            TextFind(seq: 42, part: .patch, kind: .value, pointer: ["list", "0"], text: long),
            #"42  patch    /list/0  "…efore before before Swift after after after after after afte…""#
        ),
    ]

    @Test(arguments: samples) func `A line has seq, what holds it, where, and the text around it`(
        find: TextFind,
        line: String
    ) {
        #expect(FindLines(style: Style(isOn: false), last: 42, pattern: "swift").line(for: find) == line)
    }

    @Test func `The JSON has the whole text`() {
        let find = TextFind(seq: 7, part: .patch, kind: .value, pointer: ["a"], text: Self.long)
        #expect(
            FindLines.json(for: find)
                == ["seq": 7, "part": "patch", "kind": "value", "pointer": "/a", "text": .string(Self.long)]
        )
    }

    @Test func `An empty text is wrong usage`() {
        #expect(throws: (any Error).self) { try SearchCommand.parse(["a.rewind", ""]) }
    }
}
