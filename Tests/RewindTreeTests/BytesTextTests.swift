import RewindTree
import TestSupport
import Testing

@Suite struct BytesTextTests {
    @Test(arguments: [0, 1, -1, 9, 10, -10, 99, 100, .max, .min] as [Int64])
    func `An integer is appended as its decimal digits`(value: Int64) {
        var bytes = Array("x".utf8)
        bytes.append(decimal: value)
        #expect(bytes == Array("x\(value)".utf8))
    }

    @Test(arguments: Thoroughness.first(10, of: UInt64(0)..<40))
    func `A pointer is appended as a JSON string`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let parts = ["a", "~", "/", "\"", "\\", "\n", "\0", "é", "👩‍👩‍👧‍👦", "$chunk", "0", "\u{1F}", "\u{7F}"]
        for _ in 0..<20 {
            let pointer = Pointer(
                (0..<random.below(4)).map { _ in
                    (0..<random.below(6)).map { _ in random.pick(parts) }.joined()
                }
            )
            var bytes = Array("x".utf8)
            bytes.append(jsonString: pointer)
            #expect(bytes == Array("x\(Tree.string(pointer.description).text)".utf8))
        }
    }

    @Test func `A literal is appended unchanged`() {
        var bytes: [UInt8] = []
        bytes.append(literal: "é\"")
        bytes.append(literal: "")
        #expect(bytes == Array("é\"".utf8))
    }
}
