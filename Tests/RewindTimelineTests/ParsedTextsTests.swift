import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct ParsedTextsTests {
    @Test func `A text that repeats is parsed twice`() throws {
        var texts = ParsedTexts<Int>()
        var count = 0
        func value(of text: String) -> Int {
            Array(text.utf8).withUnsafeBytes { bytes in
                texts.value(of: bytes) {
                    count += 1
                    return bytes.count
                }
            }
        }
        for _ in 0..<100 { #expect(value(of: "short") == 5) }
        #expect(count == 2)
        let long = String(repeating: "long", count: 1_000)
        for _ in 0..<100 { #expect(value(of: long) == 4_000) }
        #expect(count == 102)
    }

    @Test(arguments: 1...4) func `Each text has its own value, also among more texts than are kept`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var texts = ParsedTexts<[UInt8]>()
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 0...20, using: &random) }
            #expect(text.withUnsafeBytes { bytes in texts.value(of: bytes) { Array(bytes) } } == text)
        }
    }
}
