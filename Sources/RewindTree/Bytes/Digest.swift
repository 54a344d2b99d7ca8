/// The 32 bytes of a SHA-256 digest.
package struct Digest: Hashable, Sendable {
    // Four words rather than an array: no allocation, and equality is four comparisons.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    /// Computes the digest of some bytes.
    /// - Complexity: O(n).
    package init(of bytes: [UInt8]) {
        self = bytes.withUnsafeBytes(SHA256.digest)
    }

    /// Computes the digest of some bytes.
    /// - Complexity: O(n).
    package init(of bytes: UnsafeRawBufferPointer) {
        self = SHA256.digest(of: bytes)
    }

    /// The 32 bytes.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian), Array.init)
    }

    /// The bytes as 64 lowercase hexadecimal digits.
    package var hex: String {
        var text: [UInt8] = []
        writeHex(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the bytes of `hex`.
    func writeHex(to text: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { digits in
            for (index, word) in [words.0, words.1, words.2, words.3].enumerated() {
                for digit in 0..<16 {
                    let bits = UInt8(truncatingIfNeeded: word >> (60 - 4 * digit))
                    digits[16 * index + digit] = Hexadecimal.digit(bits & 0xF)
                }
            }
            text.append(contentsOf: digits)
        }
    }

    package static func == (left: Digest, right: Digest) -> Bool {
        left.words == right.words
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }
}

extension Digest: CustomStringConvertible {
    /// The same as `hex`.
    package var description: String { hex }
}
