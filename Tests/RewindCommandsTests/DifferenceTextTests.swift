import RewindTimeline
import RewindTree
import Testing

@testable import RewindCommands

@Suite struct DifferenceTextTests {
    private func lines(_ old: Tree, _ new: Tree, width: Int? = nil, isFull: Bool = false) -> [String] {
        DifferenceText(style: TextStyle(isOn: false), width: width, isFull: isFull)
            .lines(for: StateDifference(from: old, to: new))
    }

    private static func article(_ id: Int, _ title: String, likes: Int = 0) -> Tree {
        ["id": .integer(Int64(id)), "title": .string(title), "likes": .integer(Int64(likes)), "tags": ["a", "b"]]
    }

    @Test func `One change of an object has its whole pointer, and several are listed below it`() {
        #expect(lines(["a": ["b": 1, "c": 2]], ["a": ["b": 3, "c": 2]]) == ["~ /a/b  1 → 3"])
        #expect(
            lines(["a": ["b": 1, "c": 2], "x": true], ["a": ["b": 3, "d": "new"], "x": false]) == [
                "/a  1 added, 1 removed, 1 changed", "  ~ b  1 → 3", "  - c  2", "  + d  \"new\"", "~ /x  true → false",
            ]
        )
        #expect(lines(1, 2) == ["~ (root)  1 → 2"])
        #expect(lines(["a": 1], ["a": 1]) == [])
    }

    @Test func `A name that is white space is quoted`() {
        let names = [" ", "", "a ", "\u{3000}b", "c d"]
        let (old, new) = (Tree(members: names.map { ($0, 0) }), Tree(members: names.map { ($0, 1) }))
        let quoted = ["\"\"", "\" \"", "\"a \"", "\"\u{3000}b\"", "c d"]
        #expect(Set(lines(["x": old], ["x": new]).dropFirst()) == Set(quoted.map { "  ~ \($0)  0 → 1" }))
    }

    @Test func `A replaced article is one line`() {
        let (old, new) = (Self.article(1, "Old news"), Self.article(2, "Swift 6"))
        #expect(lines(["article": old], ["article": new]) == ["~ /article  \"Old news\" → \"Swift 6\", 4 members"])
    }

    @Test func `Elements are compared by their ids`() {
        let (a, b, c) = (Self.article(1, "A"), Self.article(2, "B"), Self.article(3, "C"))
        #expect(
            lines(["list": [a, b]], ["list": [c, a]]) == [
                "/list  2 items, 1 added, 1 removed", "  + 0  \"C\"", "  - 1  \"B\"",
            ]
        )
        #expect(
            lines(["list": [a, b]], ["list": [a, Self.article(2, "B", likes: 5)]]) == [
                "/list  2 items, 1 changed", "  ~ 1  \"B\"", "      ~ likes  0 → 5",
            ]
        )
    }

    @Test func `Many elements in a row are one line, unless all are requested`() {
        let articles = (0..<9).map { Self.article($0, "T\($0)") }
        let (old, new): (Tree, Tree) = (
            ["list": Tree(elements: Array(articles.prefix(2)))], ["list": Tree(elements: articles)]
        )
        #expect(lines(old, new) == ["/list  2 → 9 items, 7 added", "  + 2…8  7 items: \"T2\", \"T3\", …"])
        #expect(lines(old, new, isFull: true).filter { $0.hasPrefix("  + ") }.count == 7)
        #expect(lines(["n": [1]], ["n": [1, 2, 3, 4, 5, 6]]) == ["/n  1 → 6 items, 5 added", "  + 1…5  5 items"])
    }

    @Test func `Changed words of a text are marked`() {
        let (old, new) = ("The quick brown fox jumps over it", "The quick red fox jumps over it all")
        #expect(
            lines(["t": .string(old)], ["t": .string(new)])
                == ["~ /t  \"The quick [-brown-]{+red+} fox jumps over it{+ all+}\""]
        )
        let far = String(repeating: "far away ", count: 40)
        #expect(
            lines(["t": .string(far + "A " + far)], ["t": .string(far + "B " + far)])
                == ["~ /t  \"… away far away far away [-A-]{+B+} far away far away far a…\""]
        )
        #expect(lines(["t": "short"], ["t": "other"]) == ["~ /t  \"short\" → \"other\""])
    }

    @Test func `Elements without ids are followed when others shift them`() {
        #expect(
            lines(["v": [1, 2, 3, 4]], ["v": [0, 1, 2, 3, 5]]) == [
                "/v  4 → 5 items, 1 added, 1 changed", "  + 0  0", "  ~ 4  4 → 5",
            ]
        )
        #expect(
            lines(["v": [["a": 1], ["a": 2], ["a": 3, "b": 1]]], ["v": [["a": 2], ["a": 3, "b": 3]]]) == [
                "/v  3 → 2 items, 1 removed, 1 changed", "  - 0  {\"a\":1}", "  ~ 1  {\"a\":3,\"b\":3}",
                "      ~ b  1 → 3",
            ]
        )
        #expect(lines(["v": [1, 2]], ["v": [1, 3]]) == ["~ /v/1  2 → 3"])
    }

    @Test func `Two places of a long text are marked, with some of the text around them`() {
        let text = String(repeating: "some more words ", count: 2_000)
        let new = "first " + text + "middle " + text
        #expect(
            lines(["t": .string(text + text)], ["t": .string(new)])
                == [
                    "~ /t  \"{+first +}some more words some mor…re words some more words{+ middle+} some more words some mo…\""
                ]
        )
    }

    @Test(arguments: [20, 60, 80, 120, 200]) func `No line of a difference is longer than the terminal`(width: Int) {
        let long = String(repeating: "長い文章 and more ", count: 60)
        let old: Tree = ["a": .string(long), "list": [Self.article(1, long)], long: 1, "o": Self.article(4, long)]
        let new: Tree = [
            "a": .string(long + "x"), "list": [Self.article(2, long)], long: 2, "o": Self.article(5, long + "!"),
        ]
        for style in [false, true] {
            let text = DifferenceText(style: TextStyle(isOn: style), width: width)
            for line in text.lines(for: StateDifference(from: old, to: new)) { #expect(Cells.count(line) <= width) }
        }
    }
}

@Suite struct WordDifferenceTests {
    @Test func `Kept and removed words are the old text, kept and added words the new one`() {
        let parts = ["Swift", " ", "6", "日本", "語", "\n", ".", "é", "e\u{301}", "words", "-", ""]
        var seed: UInt64 = 7
        func text() -> String {
            (0..<12).map { _ in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return parts[Int(seed >> 33) % parts.count]
            }.joined()
        }
        for _ in 0..<500 {
            let (old, new) = (text(), text())
            let pieces = WordDifference(from: old, to: new).pieces
            var (before, after) = ("", "")
            for piece in pieces {
                switch piece {
                case .same(let text): (before, after) = (before + text, after + text)
                case .removed(let text): before += text
                case .added(let text): after += text
                }
            }
            #expect(before == old && after == new)
        }
    }
}

@Suite struct JSONTextTests {
    private static let values: [Tree] = [
        .null, true, 12, 1.5, "a\"b\n", [], [:], [[], [:]], ["a": [1, ["b": .null]], "ü/~": "日本"],
    ]

    @Test(arguments: values) func `Uncolored text of full depth is the usual one`(value: Tree) {
        #expect(JSONText(style: TextStyle(isOn: false)).text(of: value) == value.prettyText)
        let painted = JSONText(style: TextStyle(isOn: true)).text(of: value)
        #expect(painted.replacing(#/\x1B\[[0-9]+m/#, with: "") == value.prettyText)
    }

    @Test func `The members of deeper values are counted`() {
        let value: Tree = ["a": ["b": 1, "c": 2], "list": [1, 2, 3], "n": 1]
        #expect(
            JSONText(style: TextStyle(isOn: false), depth: 1).text(of: value) == """
                {
                  "a": {2 members},
                  "list": [3 items],
                  "n": 1
                }
                """
        )
    }
}
