import Foundation

/// A text or regular expression to search for. A text ignores case unless it contains a capital letter.
package struct TextPattern: Sendable {
    /// The length of the text, in bytes; 0 for a regular expression.
    package let length: Int
    private let text: String
    private let expression: RegularExpression?
    /// The bytes to search for; for an expression, a text that every match contains, which may be empty.
    private let needle: [UInt8]
    /// The index of the byte to search for first.
    private let pivot: Int
    private let ignoresCase: Bool
    /// True if folding case affects more than ASCII letters.
    private let isFoldedWhole: Bool

    /// Creates a pattern for a text, which must not be empty.
    package init(_ text: String) {
        ignoresCase = !text.contains(where: \.isUppercase)
        isFoldedWhole = ignoresCase && !text.utf8.allSatisfy { $0 < 0x80 }
        needle = Array((ignoresCase ? text.lowercased() : text).utf8)
        pivot = Self.rarest(of: needle)
        self.text = text
        expression = nil
        length = text.utf8.count
    }

    /// Creates a pattern for a regular expression.
    package init(_ expression: RegularExpression) {
        ignoresCase = expression.ignoresCase
        // Non-ASCII letters may equal ASCII letters in another case.
        isFoldedWhole = ignoresCase
        text = ignoresCase ? expression.literal.lowercased() : expression.literal
        needle = Array(text.utf8)
        pivot = Self.rarest(of: needle)
        (self.expression, length) = (expression, 0)
    }

    var isExpression: Bool { expression != nil }

    /// Returns the first occurrence in `other`.
    ///
    /// - Complexity: O(n).
    package func firstRange(in other: String) -> Range<String.Index>? {
        if let expression { return expression.firstRange(in: other) }
        return other.range(of: text, options: ignoresCase ? .caseInsensitive : [])
    }

    /// Returns the index of the byte that is rarest in JSON texts.
    private static func rarest(of needle: [UInt8]) -> Int {
        func frequency(_ byte: UInt8) -> Int { rising[byte | (byte >= 0x40 ? 0x20 : 0), default: 0] }
        return needle.indices.min { frequency(needle[$0]) < frequency(needle[$1]) } ?? 0
    }

    /// Letters by frequency in English, then the characters of numbers and of JSON itself.
    private static let rising = Dictionary(
        uniqueKeysWithValues: zip("zqxjkvbpygfwmucldrhsnioate _-.9876543210[]{}/:,\"".utf8, 1...)
    )

    /// Returns true if the pattern occurs in `other`.
    ///
    /// - Complexity: O(n).
    package func matches(_ other: String) -> Bool {
        if let expression {
            var text = other
            return text.withUTF8 { mayMatch(UnsafeRawBufferPointer($0)) } && expression.firstRange(in: other) != nil
        }
        if isFoldedWhole {
            return Array(other.lowercased().utf8).withUnsafeBytes { isIn($0) }
        }
        var other = other
        return other.withUTF8 { isIn(UnsafeRawBufferPointer($0)) }
    }

    /// Returns true if the pattern may occur in the UTF-8 text `bytes`. False is certain.
    ///
    /// - Complexity: O(n).
    package func mayMatch(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // A folded string does not occur byte for byte.
        isFoldedWhole && bytes.contains { $0 >= 0x80 } || isIn(bytes)
    }

    /// Returns true if the pattern may occur in a string of the JSON text `bytes`. False is certain.
    ///
    /// - Complexity: O(n).
    func mayMatch(json bytes: UnsafeRawBufferPointer) -> Bool {
        if mayMatch(bytes) { return true }
        guard bytes.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil else { return false }
        guard let text = Self.unescaped(bytes) else { return true }
        return text.withUnsafeBytes { isIn($0) }
    }

    /// Returns a JSON text with its escapes (RFC 8259, section 7) resolved; nil if one denotes more than an ASCII
    /// character.
    private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < bytes.count else {
                text.append(byte)
                continue
            }
            let escape = bytes[index]
            index += 1
            switch escape {
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "u"):
                let digits = bytes[index..<min(index + 4, bytes.count)]
                guard let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), code < 0x80 else {
                    return nil
                }
                text.append(code)
                index += 4
            default: text.append(escape)
            }
        }
        return text
    }

    /// Returns true if the text contains the needle's bytes, apart from the case of ASCII letters if that is ignored.
    private func isIn(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= needle.count, pivot < needle.count else { return needle.isEmpty }
        let (byte, last) = (needle[pivot], text.count - needle.count + pivot)
        let other = ignoresCase ? Self.capital(byte) : byte
        var next = text.firstIndex(of: byte, from: pivot)
        var nextOther = other == byte ? nil : text.firstIndex(of: other, from: pivot)
        while true {
            let index = min(next ?? .max, nextOther ?? .max)
            guard index <= last else { return false }
            if hasNeedle(text, at: index - pivot) { return true }
            if index == next {
                next = text.firstIndex(of: byte, from: index + 1)
            } else {
                nextOther = text.firstIndex(of: other, from: index + 1)
            }
        }
    }

    private func hasNeedle(_ text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        needle.indices.allSatisfy { Self.folded(text[start + $0], ignoresCase) == needle[$0] }
    }

    private static func folded(_ byte: UInt8, _ ignoringCase: Bool) -> UInt8 {
        let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        return ignoringCase && isCapital ? byte + 0x20 : byte
    }

    private static func capital(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 0x20 : byte
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the index of the first such byte from `start` on, which must not be after the end. Uses the C library,
    /// which compares many bytes at once.
    ///
    /// - Complexity: O(n).
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
