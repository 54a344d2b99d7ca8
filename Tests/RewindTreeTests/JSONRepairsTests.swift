import RewindTree
import TestSupport
import Testing

@Suite struct JSONRepairsTests {
    private func repaired(_ text: String) throws -> (tree: Tree, repairs: JSONRepairs) {
        var repairs = JSONRepairs()
        let tree = try Tree(repairing: Array(text.utf8), &repairs)
        return (tree, repairs)
    }

    @Test(
        arguments: [
            (
                #"{"a":[1,"x\ud83d"]}"#, #"{"a":[1,"x\\ud83d"]}"#,
                "1 value replaced, at /a/1: one half of a surrogate pair"
            ),
            (
                #""\udE00\ud83d\ude00\uD83D""#, #""\\udE00😀\\uD83D""#,
                "1 value replaced, at (root): one half of a surrogate pair"
            ),
            (
                #"[{},{"b":{"\ud800":1,"\ud801":2}},"\ud800\u0041"]"#,
                #"[{},{"b":{"\\ud800":1,"\\ud801":2}},"\\ud800A"]"#,
                "3 values replaced, the first at /1/b/\\ud800: one half of a surrogate pair"
            ),
            (#"["é",null]"#, #"["é",null]"#, "nothing replaced"),
        ]
    )
    func `One half of a surrogate pair is kept as its escape, with its place`(
        text: String,
        expected: String,
        description: String
    ) throws {
        let (tree, repairs) = try repaired(text)
        #expect(tree == (try Tree(parsing: expected)))
        #expect(repairs.description == description)
    }

    @Test(arguments: Thoroughness.first(10, of: UInt64(0)..<300))
    func `Only the halves differ from a text without them`(seed: UInt64) throws {
        var trees = RandomTree(seed: seed)
        let text = trees.tree().text
        var (broken, escaped) = ("", "")
        var count = 0
        for part in text.split(separator: "\"", omittingEmptySubsequences: false) {
            // Within a string, unless an escaped quotation mark was split.
            if !broken.isEmpty, trees.random.below(3) == 0, !broken.hasSuffix("\\") {
                let half = trees.random.pick([#"\ud83d"#, #"\uDC00"#, #"\udfff"#, #"\uD800\n"#])
                broken += "\"" + half + part
                escaped += "\"\\" + half.prefix(6) + half.dropFirst(6) + part
                count += 1
            } else {
                broken += (broken.isEmpty ? "" : "\"") + part
                escaped += (escaped.isEmpty ? "" : "\"") + part
            }
        }
        // The halves outside strings make no JSON text of either.
        guard let expected = try? Tree(parsing: escaped) else { return }
        let (tree, repairs) = try repaired(broken)
        #expect(tree == expected)
        #expect((repairs.count > 0) == (count > 0) && repairs.count <= count)
        #expect((try? Tree(parsing: broken)) == nil || count == 0)
    }

    @Test(arguments: Nesting.allCases, [260, 261, 300, 100_000])
    func `A container that is nested too deeply is replaced alone`(nesting: Nesting, levels: Int) throws {
        let levels = nesting == .arrays ? levels : min(levels, 300)
        let (open, close) = nesting == .arrays ? ("[\"]}\\ud800\",", "]") : (#"{"a":"}\"","k":"#, #","z":1}"#)
        let deep = String(repeating: open, count: levels) + "7" + String(repeating: close, count: levels)
        let (tree, repairs) = try repaired("{\"before\":1,\"deep\":\(deep),\"later\":[2]}")
        #expect(tree.child("before") == 1 && tree.child("later") == [2])
        #expect(tree.fits(at: 0) && tree.levels == min(levels + 1, 260))
        let isCut = levels > 259
        let pointer = Pointer(["deep"] + Array(repeating: nesting == .arrays ? "1" : "k", count: 259))
        #expect((tree[pointer] == .tooDeep) == isCut)
        #expect(repairs.count == (nesting == .arrays ? min(levels, 259) : 0))
        #expect(nesting != .arrays || repairs.first?.place == ["deep", "0"])
    }

    @Test(arguments: ["{", "[1", #"["\ud800"#, #"["\ud80"]"#, "\"\u{1}\"", #"{"a":"\ud800\x"}"#])
    func `What is no JSON is refused`(text: String) {
        #expect(throws: JSONError.self) { try repaired(text) }
        #expect(throws: JSONError.self) { try repaired(String(repeating: "[", count: 10_000) + text) }
    }
}
