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
            func write(_ word: UInt64, at start: Int) {
                var rest = word
                var position = start + 16
                while position > start {
                    position -= 1
                    digits[position] = Hexadecimal.digit(UInt8(truncatingIfNeeded: rest & 0xF))
                    rest >>= 4
                }
            }
            write(words.0, at: 0)
            write(words.1, at: 16)
            write(words.2, at: 32)
            write(words.3, at: 48)
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
