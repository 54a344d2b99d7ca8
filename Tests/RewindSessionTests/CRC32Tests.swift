import TestSupport
import Testing

@testable import RewindSession

@Suite struct CRC32Tests {
    private func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        Array(bytes).withUnsafeBytes(CRC32.checksum)
    }

    @Test(
        arguments: [
            ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ] as [(String, UInt32)]
    )
    func `Checksums of the published examples are correct`(text: String, expected: UInt32) {
        #expect(checksum(text.utf8) == expected)
    }

    @Test func `A checksum equals that of a bitwise division for any length`() {
        var random = SplitMix64(seed: 32)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8(random.below(256)) }
            var rest = UInt32.max
            for byte in bytes {
                rest ^= UInt32(byte)
                for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
            }
            #expect(checksum(bytes) == ~rest)
        }
    }
}
