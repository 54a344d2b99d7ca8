import RewindTree
import TestSupport
import Testing

@testable import RewindSession

@Suite struct PatchTextTests {
    /// Returns the stored text, and the number of chunks to which it refers.
    private func stored(_ patch: Patch) throws -> (text: String, chunks: Int) {
        try Connection(path: ":memory:").transaction { db in
            try db.execute(SessionFormat.schema)
            var writer = ChunkWriter(in: db)
            var bytes = Array("before".utf8)
            try writer.write(patch, to: &bytes)
            #expect(bytes.starts(with: "before".utf8))
            let count = try db.fetchOne(Int.self, "SELECT count(*) FROM chunk") ?? 0
            return (String(decoding: bytes.dropFirst(6), as: UTF8.self), count)
        }
    }

    @Test(arguments: Thoroughness.first(10, of: UInt64(1)...40))
    func `The stored text of a patch is the text of its tree`(seed: UInt64) throws {
        var trees = RandomTree(seed: seed)
        var state: Tree = ["items": trees.tree(), "more": trees.object()]
        for _ in 0..<20 {
            let next = trees.edited(state)
            let patch = next.patch(from: state)
            state = next
            let text = patch.tree.text
            let (found, chunks) = try stored(patch)
            if chunks == 0 {
                #expect(try Tree(parsing: found).unescaped == patch.tree)
                if !text.utf8.contains(UInt8(ascii: "$")) { #expect(found == text) }
            }
            if text.utf8.count <= SessionFormat.chunkThreshold { #expect(chunks == 0) }
        }
    }

    @Test(
        arguments: [
            (.add(["a"], 1), #"{"op":"add","path":"/a","value":1}"#),
            (.replace(.root, .null), #"{"op":"replace","path":"","value":null}"#),
            (.test(["é", ""], 1.5), #"{"op":"test","path":"/é/","value":1.5}"#),
            (.remove(["a/b", "~", "~1", "\"\\", "\n\u{1}"]), #"{"op":"remove","path":"/a~1b/~0/~01/\"\\/\n\u0001"}"#),
            (.move(from: ["$"], to: ["$$", "0"]), #"{"from":"/$","op":"move","path":"/$$/0"}"#),
            (.copy(from: ["~~"], to: ["//"]), #"{"from":"/~0~0","op":"copy","path":"/~1~1"}"#),
            (
                .add(["$chunk"], ["$chunk": [["$$": 1]]]),
                #"{"op":"add","path":"/$chunk","value":{"$$chunk":[{"$$$":1}]}}"#
            ),
        ] as [(Patch.Operation, String)]
    )
    func `Every operation is named, and its pointers are escaped`(operation: Patch.Operation, text: String) throws {
        #expect(try stored(Patch([operation])).text == "[\(text)]")
        #expect(try stored(Patch([operation, operation])).text == "[\(text),\(text)]")
        #expect(try stored(Patch([])).text == "[]")
    }

    @Test(
        arguments: [
            (Tree.string(String(repeating: "t", count: 1_022)), false),
            (Tree.string(String(repeating: "t", count: 1_023)), true),
            (Tree.string(String(repeating: "\"", count: 511)), false),
            (Tree.string(String(repeating: "\"", count: 512)), true),
            (Tree(elements: Array(repeating: 1, count: 511)), false),
            (Tree(elements: Array(repeating: 12, count: 341)), false),
            (Tree(elements: Array(repeating: 12, count: 342)), true),
            (["k": .string(String(repeating: "t", count: 1_016))], false),
            (["k": .string(String(repeating: "t", count: 1_017))], true),
            ([["\n": .string(String(repeating: "t", count: 1_014))]], true),
        ] as [(Tree, Bool)]
    )
    func `A value of more than 1,024 escaped bytes becomes a chunk`(value: Tree, isChunk: Bool) throws {
        let (text, chunks) = try stored(Patch([.replace(["a"], value)]))
        #expect((value.text.utf8.count > 1_024) == isChunk)
        #expect(text.contains("\"value\":{\"$chunk\":1}") == isChunk)
        #expect(isChunk || text == #"[{"op":"replace","path":"/a","value":\#(value.text)}]"#)
        #expect((chunks > 0) == isChunk)
    }

    @Test(arguments: [(1_021, false), (1_022, true)])
    func `A long pointer becomes a chunk`(length: Int, isChunk: Bool) throws {
        let pointer = Pointer([String(repeating: "p", count: length)])
        let text = try stored(Patch([.remove(pointer)])).text
        #expect(text == "[{\"op\":\"remove\",\"path\":\(isChunk ? "{\"$chunk\":1}" : "\"\(pointer)\"")}]")
    }
}

extension Tree {
    /// The value whose member names are stored in this form.
    fileprivate var unescaped: Tree {
        switch self {
        case .array(let node): Tree(elements: node.elements.map(\.unescaped))
        case .object(let node):
            Tree(members: zip(node.keys, node.values).map { (ChunkKey.original($0), $1.unescaped) })
        default: self
        }
    }
}
