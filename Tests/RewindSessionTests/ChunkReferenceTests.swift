import RewindTree
import Testing

@testable import RewindSession

@Suite struct ChunkReferenceTests {
    @Test(
        arguments: [
            ("", []), ("{}", []), ("{\"$chunk\":12}", [12]), ("[{\"$chunk\":1},{\"$chunk\":22}]", [1, 22]),
            ("[{\"op\":\"add\",\"path\":\"/é\",\"value\":{\"$chunk\":7}}]", [7]), ("{\"{\":{\"$chunk\":3}}", [3]),
            ("{{\"$chunk\":4}", [4]), ("{\"$$chunk\":5}", []), ("{\"$chunk\":", []), ("{\"$chunk\":\"6\"}", []),
            ("{\"$chunk\":99999999999999999999}", []),
        ] as [(String, [Int])]
    )
    func `References are found without parsing the text`(text: String, expected: [Int]) {
        #expect(ChunkReference.ids(in: text) == expected)
    }

    @Test(arguments: ["{\"$chunk\":12}", "{", "{\"$chunk\":", "\\{\"$chunk\":1"])
    func `References inside strings are ignored`(text: String) {
        let tree: Tree = [.string(text), Tree(members: [(text, .string(text))]), .string("\"" + text)]
        #expect(ChunkReference.ids(in: tree.text) == [])
    }
}
