import RewindTree
import Testing

@Suite struct TreeTests {
    @Test(
        arguments: [
            (.integer(1), .double(1)), (.double(0.0), .double(-0.0)), (.string("é"), .string("e\u{301}")),
            (.integer(1), .string("1")), (.null, .bool(false)), (.bool(false), .integer(0)),
            (.number("1"), .integer(1)), ([], [:]), ([1], [1.0]), (["é": 1], ["e\u{301}": 1]), ([.null], []),
        ] as [(Tree, Tree)]
    )
    func `Values of different kinds that look alike are not equal`(a: Tree, b: Tree) {
        #expect(a != b)
        #expect(!a.isIdentical(to: b))
    }

    @Test func `Equal values in different nodes have equal hashes and are not identical`() throws {
        let text = #"{"a":[1,2.5,"x",null,true,18446744073709551615],"b":{}}"#
        let a = try Tree(parsing: text)
        let b = try Tree(parsing: text)
        #expect(a == b)
        #expect(a.hashValue == b.hashValue)
        #expect(!a.isIdentical(to: b))
        #expect(a.isIdentical(to: a))
        #expect(Tree.string("x").isIdentical(to: .string("x")))
    }

    @Test func `NaN equals NaN, and a tree stores it as a string`() {
        #expect(Tree.double(.nan) == Tree.double(.nan))
        #expect(Tree(.nan) == "nan")
        #expect(Tree(-.infinity) == "-inf")
        #expect(Tree(.infinity) == "inf")
    }

    @Test func `Members are sorted by UTF-8 bytes, and the last of equal keys wins`() {
        let node = ObjectNode([("b", 1), ("é", 2), ("a", 3), ("b", 4), ("Z", 5), ("e\u{301}", 6), ("", 7), ("b", 8)])
        #expect(node.keys.map { Array($0.utf8) } == ["", "Z", "a", "b", "e\u{301}", "é"].map { Array($0.utf8) })
        #expect(node.values == [7, 5, 3, 8, 6, 2])
        #expect(node["b"] == 8)
        #expect(node["e\u{301}"] == 6)
        #expect(node["c"] == nil)
        #expect(node.position(of: "c") == (4, false))
    }

    @Test func `Keys are ordered by UTF-8 bytes, not by UTF-16 or collation`() {
        // U+FF5E is EF BD 9E, U+1F600 is F0 9F 98 80, but D83D DE00 in UTF-16.
        let node = ObjectNode([("\u{1F600}", 1), ("\u{FF5E}", 2), ("ä", 3), ("z", 4)])
        #expect(node.keys == ["z", "ä", "\u{FF5E}", "\u{1F600}"])
    }

    @Test(
        arguments: [([], true), ([:], true), (1, false), ("a", false), (.null, false)] as [(Tree, Bool)]
    )
    func `Arrays and objects are containers`(tree: Tree, expected: Bool) {
        #expect(tree.isContainer == expected)
    }
}
