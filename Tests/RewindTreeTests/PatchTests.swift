import RewindTree
import Testing

/// A document, a patch, and the result.
struct PatchCase: Sendable, CustomTestStringConvertible {
    let name: String
    let document: String
    let patch: String
    let result: String

    init(_ name: String, _ document: String, _ patch: String, _ result: String) {
        self.name = name
        self.document = document
        self.patch = patch
        self.result = result
    }

    var testDescription: String { name }
}

@Suite struct PatchTests {
    @Test(
        arguments: [
            PatchCase("add a member", #"{"b":1}"#, #"[{"op":"add","path":"/a","value":2}]"#, #"{"a":2,"b":1}"#),
            PatchCase("add over a member", #"{"a":1}"#, #"[{"op":"add","path":"/a","value":2}]"#, #"{"a":2}"#),
            PatchCase("add null", "{}", #"[{"op":"add","path":"/a","value":null}]"#, #"{"a":null}"#),
            PatchCase("add an empty key", "{}", #"[{"op":"add","path":"/","value":1}]"#, #"{"":1}"#),
            PatchCase("add an element", "[1,3]", #"[{"op":"add","path":"/1","value":2}]"#, "[1,2,3]"),
            PatchCase("add at the end", "[1]", #"[{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
            PatchCase("add with -", "[1]", #"[{"op":"add","path":"/-","value":[2]}]"#, "[1,[2]]"),
            PatchCase("add nested", #"{"a":{}}"#, #"[{"op":"add","path":"/a/b","value":{}}]"#, #"{"a":{"b":{}}}"#),
            PatchCase("add the whole", "[1]", #"[{"op":"add","path":"","value":2}]"#, "2"),
            PatchCase("add a member named -", "{}", #"[{"op":"add","path":"/-","value":1}]"#, #"{"-":1}"#),
            PatchCase("remove a member", #"{"a":1,"b":2}"#, #"[{"op":"remove","path":"/a"}]"#, #"{"b":2}"#),
            PatchCase("remove an element", "[1,2,3]", #"[{"op":"remove","path":"/1"}]"#, "[1,3]"),
            PatchCase("remove the whole", "[1]", #"[{"op":"remove","path":""}]"#, "null"),
            PatchCase("replace a member", #"{"a":1}"#, #"[{"op":"replace","path":"/a","value":[]}]"#, #"{"a":[]}"#),
            PatchCase("replace an element", "[1,2]", #"[{"op":"replace","path":"/0","value":3}]"#, "[3,2]"),
            PatchCase("replace the whole", "1", #"[{"op":"replace","path":"","value":2}]"#, "2"),
            PatchCase(
                "move a member",
                #"{"a":{"x":1},"b":{}}"#,
                #"[{"op":"move","from":"/a/x","path":"/b/y"}]"#,
                #"{"a":{},"b":{"y":1}}"#
            ),
            PatchCase("move down", "[0,1,2,3]", #"[{"op":"move","from":"/3","path":"/1"}]"#, "[0,3,1,2]"),
            PatchCase("move up", "[0,1,2,3]", #"[{"op":"move","from":"/0","path":"/3"}]"#, "[1,2,3,0]"),
            PatchCase("move to the end", "[0,1,2]", #"[{"op":"move","from":"/0","path":"/-"}]"#, "[1,2,0]"),
            PatchCase("move nowhere", #"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1}"#),
            PatchCase("move to the root", #"{"a":1}"#, #"[{"op":"move","from":"/a","path":""}]"#, "1"),
            PatchCase("copy", #"{"a":[1]}"#, #"[{"op":"copy","from":"/a","path":"/a/0"}]"#, #"{"a":[[1],1]}"#),
            PatchCase("copy a member", #"{"a":1}"#, #"[{"op":"copy","from":"/a","path":"/b"}]"#, #"{"a":1,"b":1}"#),
            PatchCase(
                "test",
                #"{"a":[1,{"b":null}]}"#,
                #"[{"op":"test","path":"/a","value":[1,{"b":null}]}]"#,
                #"{"a":[1,{"b":null}]}"#
            ),
            PatchCase("test numbers by value", "[1,100]", #"[{"op":"test","path":"","value":[1.0,1e2]}]"#, "[1,100]"),
            PatchCase("test zero", "0", #"[{"op":"test","path":"","value":-0.0}]"#, "0"),
            PatchCase("test ~01", #"{"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"~1":10}"#),
            PatchCase("unknown members are ignored", "{}", #"[{"op":"add","path":"/a","value":1,"x":2}]"#, #"{"a":1}"#),
            PatchCase(
                "one after the other",
                #"{"a":[1]}"#,
                #"[{"op":"add","path":"/a/-","value":2},{"op":"copy","from":"/a/1","path":"/a/0"},{"op":"remove","path":"/a/1"}]"#,
                #"{"a":[2,2]}"#
            ),
            PatchCase("nothing", "[1]", "[]", "[1]"),
        ]
    )
    func `Operations have the effects that RFC 6902 defines`(_ example: PatchCase) throws {
        let patch = try Patch(tree: try Tree(parsing: example.patch))
        let document = try Tree(parsing: example.document)
        #expect(try document.applying(patch).text == example.result)
        #expect(document.text == example.document, "the document itself has changed")
        #expect(try Patch(tree: patch.tree) == patch)
    }

    @Test(
        arguments: [
            ("{}", #"[{"op":"remove","path":"/a"}]"#, 0, .noValue(["a"])),
            ("{}", #"[{"op":"replace","path":"/a","value":1}]"#, 0, .noValue(["a"])),
            ("{}", #"[{"op":"add","path":"/a/b","value":1}]"#, 0, .noValue(["a"])),
            (#"{"a":1}"#, #"[{"op":"add","path":"/a/b","value":1}]"#, 0, .notAContainer(["a", "b"])),
            (#"{"a":1}"#, #"[{"op":"add","path":"/a/b/c","value":1}]"#, 0, .notAContainer(["a", "b"])),
            ("[]", #"[{"op":"add","path":"/1","value":1}]"#, 0, .invalidIndex(["1"])),
            ("[]", #"[{"op":"add","path":"/x","value":1}]"#, 0, .invalidIndex(["x"])),
            ("[1]", #"[{"op":"add","path":"/00","value":1}]"#, 0, .invalidIndex(["00"])),
            ("[1]", #"[{"op":"remove","path":"/-"}]"#, 0, .noValue(["-"])),
            ("[1]", #"[{"op":"replace","path":"/1","value":2}]"#, 0, .noValue(["1"])),
            ("[1]", #"[{"op":"test","path":"/0","value":"1"}]"#, 0, .testFailed(["0"])),
            ("[1]", #"[{"op":"test","path":"/1","value":1}]"#, 0, .noValue(["1"])),
            (
                "[1]", #"[{"op":"test","path":"/0","value":1},{"op":"test","path":"/0","value":2}]"#, 1,
                .testFailed(["0"])
            ),
            (#""é""#, #"[{"op":"test","path":"","value":"e\u0301"}]"#, 0, .testFailed([])),
            (
                #"{"a":{}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, 0,
                .moveIntoItself(from: ["a"], to: ["a", "b"])
            ),
            ("{}", #"[{"op":"move","from":"/a","path":"/b"}]"#, 0, .noValue(["a"])),
            ("{}", #"[{"op":"copy","from":"/a","path":"/b"}]"#, 0, .noValue(["a"])),
        ] as [(String, String, Int, PatchError.Reason)]
    )
    func `The error of an impossible operation has its index and the reason`(
        document: String,
        patch: String,
        index: Int,
        reason: PatchError.Reason
    ) throws {
        let patch = try Patch(tree: try Tree(parsing: patch))
        let document = try Tree(parsing: document)
        #expect(throws: PatchError(index: index, reason: reason)) { try document.applying(patch) }
    }

    @Test(
        arguments: [
            ("{}", nil, .notAnArray), ("[1]", 0, .notAnObject), ("[{}]", 0, .missingMember("op")),
            (#"[{"op":1}]"#, 0, .missingMember("op")), (#"[{"op":"spam"}]"#, 0, .unknownOperation("spam")),
            (#"[{"op":"ADD","path":"","value":1}]"#, 0, .unknownOperation("ADD")),
            (#"[{"op":"add","value":1}]"#, 0, .missingMember("path")),
            (#"[{"op":"add","path":"/a"}]"#, 0, .missingMember("value")),
            (#"[{"op":"move","path":"/a"}]"#, 0, .missingMember("from")),
            (#"[{"op":"copy","path":"/a","from":null}]"#, 0, .missingMember("from")),
            (#"[{"op":"test","path":null,"value":1}]"#, 0, .missingMember("path")),
            (#"[{"op":"remove","path":""},{"op":"remove","path":"a"}]"#, 1, .invalidPointer("a", .noLeadingSlash)),
        ] as [(String, Int?, PatchError.Reason)]
    )
    func `A malformed patch is refused`(text: String, index: Int?, reason: PatchError.Reason) throws {
        let tree = try Tree(parsing: text)
        #expect(throws: PatchError(index: index, reason: reason)) { try Patch(tree: tree) }
    }

    @Test func `A failing patch leaves the document unchanged`() throws {
        let document: Tree = ["a": [1, 2]]
        let patch = Patch([.add(["a", "0"], 0), .remove(["b"])])
        #expect(throws: PatchError(index: 1, reason: .noValue(["b"]))) { try document.applying(patch) }
        #expect(document == ["a": [1, 2]])
    }

    @Test func `Values that a patch touches are copied, and the others are shared`() throws {
        let document: Tree = ["a": ["x": [1], "y": [2]], "b": [[3], [4]], "c": [:]]
        let result = try document.applying(
            Patch([.replace(["a", "x", "0"], 9), .add(["b", "1"], 5), .add(["b", "0"], 6)])
        )
        #expect(result.text == #"{"a":{"x":[9],"y":[2]},"b":[6,[3],5,[4]],"c":{}}"#)
        #expect(document.text == #"{"a":{"x":[1],"y":[2]},"b":[[3],[4]],"c":{}}"#)
        for (old, new) in [
            (["a", "y"], ["a", "y"]), (["b", "0"], ["b", "1"]), (["b", "1"], ["b", "3"]), (["c"], ["c"]),
        ]
            as [(Pointer, Pointer)]
        {
            let kept = try #require(document[old])
            #expect(try #require(result[new]).isIdentical(to: kept))
        }
        for changed in [[], ["a"], ["a", "x"], ["b"]] as [Pointer] {
            let old = try #require(document[changed])
            #expect(try !#require(result[changed]).isIdentical(to: old))
        }
    }
}
