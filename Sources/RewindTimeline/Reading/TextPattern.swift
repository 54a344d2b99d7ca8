import Foundation
import RewindSession

/// A text that is looked for, in any case unless it has a capital letter, or what a regular expression matches.
package struct TextPattern: Sendable {
    /// How many bytes the text has that is looked for; 0 where it may be any.
    package let length: Int
    private let text: String
    private let expression: RegularExpression?
    /// What is looked for byte by byte; of an expression, something that is in all that it matches, and may be nothing.
    private let needle: [UInt8]
    private let ignoresCase: Bool
    /// Whether folding the case of a text means more than that of ASCII letters.
    private let isFoldedWhole: Bool

    /// A pattern for `text`, which is not empty.
    package init(_ text: String) {
        ignoresCase = !text.contains(where: \.isUppercase)
        isFoldedWhole = ignoresCase && !text.utf8.allSatisfy { $0 < 0x80 }
        needle = Array((ignoresCase ? text.lowercased() : text).utf8)
        (self.text, expression, length) = (text, nil, text.utf8.count)
    }

    /// A pattern for what an expression matches.
    package init(_ expression: RegularExpression) {
        ignoresCase = expression.ignoresCase
        // Letters that are not ASCII may be the same as others that are, in another case.
        isFoldedWhole = ignoresCase
        text = ignoresCase ? expression.literal.lowercased() : expression.literal
        needle = Array(text.utf8)
        (self.expression, length) = (expression, 0)
    }

    /// Where the text occurs first in `other`.
    ///
    /// - Complexity: O(n).
    package func firstRange(in other: String) -> Range<String.Index>? {
        if let expression { return expression.firstRange(in: other) }
        return other.range(of: text, options: ignoresCase ? .caseInsensitive : [])
    }

    /// Whether the text occurs in `other`.
    ///
    /// - Complexity: O(n).
    package func matches(_ other: String) -> Bool {
        if let expression { return mayMatch(plain: other) && expression.firstRange(in: other) != nil }
        if isFoldedWhole {
            return Array(other.lowercased().utf8).withUnsafeBytes { Self.find(needle, in: $0, ignoringCase: false) }
        }
        var other = other
        return other.withUTF8 { Self.find(needle, in: UnsafeRawBufferPointer($0), ignoringCase: ignoresCase) }
    }

    /// Whether an expression may match; false is certain.
    private func mayMatch(plain other: String) -> Bool {
        var other = other
        return other.withUTF8 { bytes in
            if isFoldedWhole, bytes.contains(where: { $0 >= 0x80 }) { return true }
            return Self.find(needle, in: UnsafeRawBufferPointer(bytes), ignoringCase: ignoresCase)
        }
    }

    /// Whether the text may occur in a string of the JSON text `bytes`; false is certain.
    ///
    /// - Complexity: O(n).
    func mayMatch(json bytes: UnsafeRawBufferPointer) -> Bool {
        // A string that is folded is not there byte for byte.
        if isFoldedWhole, bytes.contains(where: { $0 >= 0x80 }) { return true }
        guard bytes.contains(UInt8(ascii: "\\")) else { return Self.find(needle, in: bytes, ignoringCase: ignoresCase) }
        guard let text = Self.unescaped(bytes) else { return true }
        return text.withUnsafeBytes { Self.find(needle, in: $0, ignoringCase: ignoresCase) }
    }

    /// A JSON text in which each escape (RFC 8259, section 7) is what it stands for; nil where one stands for more than an
    /// ASCII character.
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

    private static func find(_ needle: [UInt8], in text: UnsafeRawBufferPointer, ignoringCase: Bool) -> Bool {
        guard let first = needle.first, text.count >= needle.count else { return needle.isEmpty }
        let other = ignoringCase ? capital(first) : first
        return needle.withUnsafeBufferPointer { needle in
            for start in 0...(text.count - needle.count) where text[start] == first || text[start] == other {
                var length = 1
                while length < needle.count, folded(text[start + length], ignoringCase) == needle[length] {
                    length += 1
                }
                if length == needle.count { return true }
            }
            return false
        }
    }

    private static func folded(_ byte: UInt8, _ ignoringCase: Bool) -> UInt8 {
        let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        return ignoringCase && isCapital ? byte + 0x20 : byte
    }

    private static func capital(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 0x20 : byte
    }
}
