import RewindSession

/// A text that is looked for, in any case unless it has a capital letter.
package struct TextPattern: Sendable {
    private let needle: [UInt8]
    private let ignoresCase: Bool
    /// Whether folding the case of a text means more than that of ASCII letters.
    private let isFoldedWhole: Bool

    /// A pattern for `text`, which is not empty.
    package init(_ text: String) {
        ignoresCase = !text.contains(where: \.isUppercase)
        isFoldedWhole = ignoresCase && !text.utf8.allSatisfy { $0 < 0x80 }
        needle = Array((ignoresCase ? text.lowercased() : text).utf8)
    }

    /// Whether the text occurs in `other`.
    ///
    /// - Complexity: O(n).
    package func matches(_ other: String) -> Bool {
        if isFoldedWhole {
            return Array(other.lowercased().utf8).withUnsafeBytes { Self.find(needle, in: $0, ignoringCase: false) }
        }
        var other = other
        return other.withUTF8 { Self.find(needle, in: UnsafeRawBufferPointer($0), ignoringCase: ignoresCase) }
    }

    /// Whether the text may occur in a string of the JSON text `bytes`; false is certain.
    ///
    /// - Complexity: O(n).
    func mayMatch(json bytes: UnsafeRawBufferPointer) -> Bool {
        // A string with escapes, or one that is folded, is not there byte for byte.
        for byte in bytes where byte == UInt8(ascii: "\\") || (isFoldedWhole && byte >= 0x80) { return true }
        return Self.find(needle, in: bytes, ignoringCase: ignoresCase)
    }

    private static func find(_ needle: [UInt8], in text: UnsafeRawBufferPointer, ignoringCase: Bool) -> Bool {
        guard let first = needle.first, text.count >= needle.count else { return needle.isEmpty }
        for start in 0...(text.count - needle.count) where folded(text[start], ignoringCase) == first {
            if needle.indices.allSatisfy({ folded(text[start + $0], ignoringCase) == needle[$0] }) { return true }
        }
        return false
    }

    private static func folded(_ byte: UInt8, _ ignoringCase: Bool) -> UInt8 {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        return ignoringCase && isCapital ? byte + 0x20 : byte
    }
}
