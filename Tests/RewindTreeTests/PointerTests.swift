import RewindTree
import Testing

@Suite struct PointerTests {
    /// RFC 6901, section 5.
    private static let document: Tree = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, #"i\j"#: 5, #"k"l"#: 6, " ": 7, "m~n": 8,
    ]

    @Test(
        arguments: [
            ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
            ("/e^f", 3), ("/g|h", 4), (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7), ("/m~0n", 8),
        ] as [(String, Tree)]
    )
    func `The examples of RFC 6901, section 5, are reproduced`(text: String, value: Tree) throws {
        let pointer = try Pointer(parsing: text)
        #expect(Self.document[pointer] == value)
        #expect(pointer.description == text)
    }

    @Test(
        arguments: [
            "/bar", "/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/foo/-1", "/foo/ 1", "/foo/١", "/foo/", "/foo/0/0",
            "/a", "/foo/99999999999999999999999", "//",
        ]
    )
    func `A pointer to a missing value gives nil`(text: String) throws {
        #expect(Self.document[try Pointer(parsing: text)] == nil)
    }

    @Test(
        arguments: [
            ("", []), ("/", [""]), ("//", ["", ""]), ("/a/", ["a", ""]), ("/~01", ["~1"]), ("/~0~1~1~0", ["~//~"]),
            ("/日本/é", ["日本", "é"]),
        ] as [(String, [String])]
    )
    func `A text is parsed into tokens`(text: String, tokens: [String]) throws {
        #expect(try Pointer(parsing: text).tokens == tokens)
        #expect(Pointer(tokens).description == text)
    }

    @Test(
        arguments: [
            ("a", .noLeadingSlash), ("#/a", .noLeadingSlash), ("/~", .invalidEscape(offset: 1)),
            ("/a~2", .invalidEscape(offset: 2)), ("/~/a", .invalidEscape(offset: 1)),
            ("/é~", .invalidEscape(offset: 3)),
        ] as [(String, PointerError)]
    )
    func `A malformed pointer is refused`(text: String, error: PointerError) {
        #expect(throws: error) { try Pointer(parsing: text) }
    }

    @Test func `A pointer has a parent and is a prefix of the pointers below it`() {
        let pointer: Pointer = ["a", "b"]
        #expect(pointer.parent == ["a"])
        #expect(Pointer.root.parent == nil)
        #expect(Pointer.root.appending("a").appending("b") == pointer)
        #expect(pointer.appending(3).description == "/a/b/3")
        #expect(Pointer.root.isPrefix(of: pointer))
        #expect(Pointer(["a"]).isPrefix(of: pointer))
        #expect(pointer.isPrefix(of: pointer))
        #expect(!pointer.isPrefix(of: ["a"]))
        #expect(!Pointer(["a"]).isPrefix(of: ["ab"]))
        #expect(Pointer(["é"]) != Pointer(["e\u{301}"]))
        #expect(Set([Pointer(["é"]), Pointer(["e\u{301}"]), ["é"]]).count == 2)
    }

    @Test func `A key with other scalars names another member`() {
        let tree: Tree = ["é": 1, "e\u{301}": 2]
        #expect(tree[["é"]] == 1)
        #expect(tree[["e\u{301}"]] == 2)
    }
}
