import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite struct PatchScanTests {
    private func scan(_ text: String) -> (operations: [(path: String, hasValue: Bool)], isWhole: Bool) {
        var operations: [(path: String, hasValue: Bool)] = []
        var text = text
        let isWhole = text.withUTF8 { bytes in
            PatchScan.forEachOperation(in: UnsafeRawBufferPointer(bytes)) {
                operations.append((String(decoding: $0.path, as: UTF8.self), $0.hasValue))
            }
        }
        return (operations, isWhole)
    }

    @Test(arguments: Thoroughness.first(50, of: 0..<200 as Range<UInt64>)) func `A scan finds the same as the parser`(
        seed: UInt64
    ) throws {
        var random = RandomTree(seed: seed)
        let old = random.object()
        let new = random.edited(old)
        let patch = new.patch(from: old)
        let found = scan(patch.tree.text)
        if found.isWhole {
            #expect(found.operations.map(\.path) == patch.operations.map(\.path.description))
            let hasValue = patch.operations.map { $0.value.map { $0 != .null } ?? false }
            #expect(found.operations.map(\.hasValue) == hasValue)
        } else {
            #expect(patch.operations.contains { $0.path.description.contains { "\\\"".contains($0) || $0 < " " } })
        }
    }

    @Test func `A scan ignores the contents of values`() {
        let text =
            #"[{"op":"add","path":"/a","value":{"path":"/b","x":"{\"path\":\"/c\"}"}},{"op":"remove","path":"/d"}]"#
        let found = scan(text)
        #expect(found.isWhole)
        #expect(found.operations.map(\.path) == ["/a", "/d"])
        #expect(found.operations.map(\.hasValue) == [true, false])
    }

    @Test(
        arguments: [
            #"[{"op":"add","path":"/a\n","value":1}]"#, #"[{"op":"add","path":{"$chunk":1}}]"#, "[{", "",
            #"[{"op":"x"}]"#, "\"",
        ]
    )
    func `A scan leaves malformed texts to the parser`(text: String) {
        #expect(!scan(text).isWhole || text.isEmpty)
    }
}
