import RewindTree
import TestSupport
import Testing

@Suite struct DiffTests {
    @Test(
        arguments: [
            ("1", "1", "[]"),
            ("1", "1.0", #"[{"op":"replace","path":"","value":1.0}]"#),
            ("[1]", "{}", #"[{"op":"replace","path":"","value":{}}]"#),
            (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":1,"c":3}}"#, #"[{"op":"replace","path":"/a/c","value":3}]"#),
            (#"{"a":1,"b":2}"#, #"{"b":2}"#, #"[{"op":"remove","path":"/a"}]"#),
            (#"{"b":2}"#, #"{"a":1,"b":2}"#, #"[{"op":"add","path":"/a","value":1}]"#),
            (#"{"a/b":{"~":1}}"#, #"{"a/b":{"~":null}}"#, #"[{"op":"replace","path":"/a~1b/~0","value":null}]"#),
            ("[1,2,3]", "[1,3]", #"[{"op":"remove","path":"/1"}]"#),
            ("[1,3]", "[1,2,3]", #"[{"op":"add","path":"/1","value":2}]"#),
            ("[1,2,3]", "[1,5,3]", #"[{"op":"replace","path":"/1","value":5}]"#),
            // A few operations name the members that changed, although the whole value is shorter.
            (#"{"a":{"a key that is long":1}}"#, #"{"a":{}}"#, #"[{"op":"remove","path":"/a/a key that is long"}]"#),
            (
                #"{"items":[],"total":1,"x":2}"#, #"{"items":["a"],"total":5,"x":2}"#,
                #"[{"op":"add","path":"/items/0","value":"a"},{"op":"replace","path":"/total","value":5}]"#
            ),
            (
                #"{"a":{"x":1,"y":2}}"#, #"{"a":{"x":2,"y":1}}"#,
                #"[{"op":"replace","path":"/a/x","value":2},{"op":"replace","path":"/a/y","value":1}]"#
            ),
            // More would be a long list.
            (
                #"{"a":1,"b":2,"c":3,"d":4}"#, #"{"a":2,"b":3,"c":4,"d":5}"#,
                #"[{"op":"replace","path":"","value":{"a":2,"b":3,"c":4,"d":5}}]"#
            ),
            ("[]", "[1]", #"[{"op":"add","path":"/0","value":1}]"#),
            ("[1]", "[]", #"[{"op":"remove","path":"/0"}]"#),
            ("[1,2,3]", "[4,5,6]", #"[{"op":"replace","path":"","value":[4,5,6]}]"#),
            (#"{"a":"é"}"#, #"{"a":"e\u0301"}"#, "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":\"e\u{301}\"}]"),
        ]
    )
    func `The patch between two values has the expected text`(old: String, new: String, patch: String) throws {
        let old = try Tree(parsing: old)
        let new = try Tree(parsing: new)
        #expect(new.patch(from: old).tree.text == patch)
        #expect(try old.applying(new.patch(from: old)) == new)
    }

    private static func articles(_ ids: [Int], changed: Set<Int> = []) -> Tree {
        Tree(
            elements: ids.map { id in
                [
                    "id": .integer(Int64(id)), "title": .string("The title of article \(id)"),
                    "likes": changed.contains(id) ? 1 : 0, "tags": ["swift", "redux"],
                ]
            }
        )
    }

    @Test(
        arguments: [
            ([1, 2, 3], [9, 1, 2, 3], [], ["add /0"]),
            ([1, 2, 3], [1, 2, 3, 9], [], ["add /3"]),
            ([1, 2, 3], [1, 9, 2, 3], [], ["add /1"]),
            ([1, 2, 3], [2, 3], [], ["remove /0"]),
            ([1, 2, 3], [1, 3], [], ["remove /1"]),
            ([1, 2, 3], [3, 1, 2], [], ["move /2 /0"]),
            ([1, 2, 3], [2, 3, 1], [], ["move /0 /2"]),
            ([1, 2, 3, 4], [1, 3, 2, 4], [], ["move /2 /1"]),
            ([1, 2, 3], [1, 2, 3], [2], ["replace /1/likes"]),
            ([1, 2, 3], [9, 1, 2, 3], [3], ["add /0", "replace /3/likes"]),
            ([1, 2, 3, 4], [4, 2, 3], [2], ["remove /0", "move /2 /0", "replace /1/likes"]),
            ([1, 2, 3], [1, 9, 3], [], ["replace /1"]),
            ([1, 2, 3, 4, 5], [5, 1, 9, 3, 4], [4], ["move /4 /0", "replace /4/likes", "replace /2"]),
            ([], [1], [], ["add /0"]),
            ([1], [], [], ["remove /0"]),
        ] as [([Int], [Int], Set<Int>, [String])]
    )
    func `Elements are matched by their ids`(old: [Int], new: [Int], changed: Set<Int>, expected: [String]) throws {
        let before = Self.articles(old)
        let after = Self.articles(new, changed: changed)
        let patch = after.patch(from: before)
        let summary = patch.operations.map { operation in
            switch operation {
            case .add(let path, _): "add \(path)"
            case .remove(let path): "remove \(path)"
            case .replace(let path, _): "replace \(path)"
            case .move(let from, let to): "move \(from) \(to)"
            case .copy, .test: "unexpected"
            }
        }
        #expect(summary == expected)
        #expect(try before.applying(patch) == after)
    }

    @Test(arguments: Thoroughness.first(50, of: 0..<200 as Range<UInt64>))
    func `Repeated or missing ids do not lead to a wrong patch`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let ids: [Tree] = [1, 1.0, "1", .null, true, [], "é", "e\u{301}", -0.0, 0.0, 0]
        func elements() -> Tree {
            Tree(
                elements: (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    let id = ids[Int.random(in: 0..<ids.count, using: &random)]
                    return random.chance(10) ? id : ["id": id, "n": .integer(Int64.random(in: 0...2, using: &random))]
                }
            )
        }
        let old = elements()
        let new = elements()
        #expect(try old.applying(new.patch(from: old)) == new)
    }

    @Test(
        arguments: Thoroughness.first(100, of: 0..<400 as Range<UInt64>)
    )
    func `Applying the patch gives exactly the new value`(seed: UInt64) throws {
        var maker = TreeMaker(seed: seed)
        var old = maker.value(depth: 4)
        for _ in 0..<15 {
            let new = maker.random.chance(5) ? maker.value(depth: 4) : maker.mutation(of: old)
            let patch = new.patch(from: old)
            #expect(try old.applying(patch) == new)
            #expect(patch.isEmpty == (old == new))
            let read = try Patch(tree: try Tree(parsing: patch.tree.text))
            #expect(read == patch)
            old = new
        }
    }

    @Test(arguments: Thoroughness.first(50, of: 0..<200 as Range<UInt64>))
    func `A patch is never much longer than the new value`(seed: UInt64) throws {
        var maker = TreeMaker(seed: seed)
        let old = maker.value(depth: 4)
        let new = maker.mutation(of: old)
        let whole = Patch([.replace(.root, new)]).tree.text.utf8.count
        // Escapes are ignored in the choice between the two.
        #expect(new.patch(from: old).tree.text.utf8.count <= whole + whole / 2 + 40)
    }

    @Test func `Shared nodes stay shared through a patch`() throws {
        let old: Tree = ["list": Self.articles(Array(0..<50)), "other": [1, 2]]
        let node = try #require(old[["list"]])
        guard case .array(let array) = node else { return }
        var elements = array.elements
        elements.insert(["id": 99], at: 0)
        let new: Tree = ["list": Tree(elements: elements), "other": try #require(old[["other"]])]
        let result = try old.applying(new.patch(from: old))
        #expect(result == new)
        for index in 0..<50 {
            let before = array.elements[index]
            #expect(try #require(result[["list", String(index + 1)]]).isIdentical(to: before))
        }
        #expect(try #require(result[["other"]]).isIdentical(to: try #require(old[["other"]])))
    }
}
