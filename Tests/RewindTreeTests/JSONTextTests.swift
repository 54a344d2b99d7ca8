import Foundation
import RewindTree
import TestSupport
import Testing

@Suite struct JSONTextTests {
    @Test(
        arguments: [
            ("null", .null, "null"), ("true", true, "true"), (" false ", false, "false"),
            ("0", 0, "0"), ("-1", -1, "-1"), ("9223372036854775807", .integer(.max), "9223372036854775807"),
            ("-9223372036854775808", .integer(.min), "-9223372036854775808"),
            ("9223372036854775808", .number("9223372036854775808"), "9223372036854775808"),
            ("-9223372036854775809", .number("-9223372036854775809"), "-9223372036854775809"),
            ("100000000000000000000", .number("100000000000000000000"), "100000000000000000000"),
            ("-0", .double(-0.0), "-0.0"), ("0.0", 0.0, "0.0"), ("0e99999999999", 0.0, "0.0"), ("1.0", 1.0, "1.0"),
            ("1.10", 1.1, "1.1"), ("1E2", 100.0, "100.0"), ("1e300", 1e300, "1e+300"), ("1e-7", 1e-7, "1e-07"),
            ("5e-324", .double(.leastNonzeroMagnitude), "5e-324"), ("0.1", 0.1, "0.1"),
            ("0.10000000000000001", .number("0.10000000000000001"), "0.10000000000000001"),
            ("123.456000000000000000000001", .number("123.456000000000000000000001"), "123.456000000000000000000001"),
            ("1e400", .number("1e+400"), "1e+400"), ("-1.50e-400", .number("-1.5e-400"), "-1.5e-400"),
            ("0.00000012345678901234567890", .number("1.234567890123456789e-7"), "1.234567890123456789e-7"),
            ("9007199254740993.0", .integer(9_007_199_254_740_993), "9007199254740993"),
            (#""""#, "", #""""#), (#""aé日😀""#, "aé日😀", #""aé日😀""#),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t", #""\"\\/\b\f\n\r\t""#),
            (#""\u0041\u00e9\u65e5\ud83d\ude00\u0000\u001F""#, "Aé日😀\u{0}\u{1f}", #""Aé日😀\u0000\u001f""#),
            ("\"\u{7f}\"", "\u{7f}", "\"\u{7f}\""),
            ("[ ]", [], "[]"), ("{\n}", [:], "{}"), ("[[],{}]", [[], [:]], "[[],{}]"),
            (#"{"b" : [1, 2 ] , "a":null}"#, ["a": .null, "b": [1, 2]], #"{"a":null,"b":[1,2]}"#),
            (#"{"a":1,"b":2,"a":3}"#, ["a": 3, "b": 2], #"{"a":3,"b":2}"#),
            (#"{"\u0061":1}"#, ["a": 1], #"{"a":1}"#),
        ] as [(String, Tree, String)]
    )
    func `A text has one tree, and the tree one text`(text: String, tree: Tree, canonical: String) throws {
        #expect(try Tree(parsing: text) == tree)
        #expect(try Tree(parsing: Array(text.utf8)) == tree)
        #expect(tree.text == canonical)
        #expect(try Tree(parsing: canonical) == tree)
    }

    @Test func `Pretty text is indented, and empty containers stay on one line`() {
        let tree: Tree = ["a": [1, [], [:]], "b": ["c": "d"], "e": 1.5]
        #expect(
            tree.prettyText == """
                {
                  "a": [
                    1,
                    [],
                    {}
                  ],
                  "b": {
                    "c": "d"
                  },
                  "e": 1.5
                }
                """
        )
        #expect(Tree.string("x").prettyText == "\"x\"")
    }

    @Test(
        arguments: Thoroughness.first(50, of: 0..<200 as Range<UInt64>)
    )
    func `Random trees survive being written and parsed`(seed: UInt64) throws {
        var maker = TreeMaker(seed: seed)
        for _ in 0..<10 {
            let tree = maker.value(depth: 4)
            #expect(try Tree(parsing: tree.text) == tree)
            #expect(try Tree(parsing: tree.prettyText) == tree)
        }
    }

    @Test(arguments: Thoroughness.first(25, of: 0..<100 as Range<UInt64>))
    func `Foundation reads the written JSON`(seed: UInt64) throws {
        var maker = TreeMaker(seed: seed)
        // Foundation merges keys that are canonically equivalent.
        maker.texts.removeAll { $0.utf8.elementsEqual("e\u{301}".utf8) }
        let tree = maker.value(depth: 5)
        let theirs = try JSONSerialization.jsonObject(with: Data(tree.text.utf8), options: .fragmentsAllowed)
        let text = try JSONSerialization.data(withJSONObject: [theirs], options: .sortedKeys)
        let ours = try #require(try Tree(parsing: text)[["0"]])
        #expect(strings(in: ours) == strings(in: tree))
    }

    private func strings(in tree: Tree) -> [[UInt8]] {
        switch tree {
        case .string(let text): [Array(text.utf8)]
        case .array(let node): node.elements.flatMap(strings(in:))
        case .object(let node): node.values.flatMap(strings(in:)).sorted { $0.lexicographicallyPrecedes($1) }
        default: []
        }
    }

    @Test func `JSON written by Foundation is parsed`() throws {
        let value: [String: Any] = ["a": [1, 2.5, "é\u{1}/\\\"", NSNull(), true], "b": ["c": -1]]
        let data = try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted])
        #expect(try Tree(parsing: data) == ["a": [1, 2.5, "é\u{1}/\\\"", .null, true], "b": ["c": -1]])
    }

    @Test(arguments: ["", "1x", "01", "+1", " 1", "0x10", "nan", "--1", "1e"])
    func `A malformed number text is refused`(text: String) {
        #expect(Tree(numberText: text) == nil)
    }
}
