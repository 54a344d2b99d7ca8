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
    /// Which byte of it is looked for first.
    private let pivot: Int
    private let ignoresCase: Bool
    /// Whether folding the case of a text means more than that of ASCII letters.
    private let isFoldedWhole: Bool

    /// A pattern for `text`, which is not empty.
    package init(_ text: String) {
        ignoresCase = !text.contains(where: \.isUppercase)
        isFoldedWhole = ignoresCase && !text.utf8.allSatisfy { $0 < 0x80 }
        needle = Array((ignoresCase ? text.lowercased() : text).utf8)
        pivot = Self.rarest(of: needle)
        (self.text, expression, length) = (text, nil, text.utf8.count)
    }

    /// A pattern for what an expression matches.
    package init(_ expression: RegularExpression) {
        ignoresCase = expression.ignoresCase
        // Letters that are not ASCII may be the same as others that are, in another case.
        isFoldedWhole = ignoresCase
        text = ignoresCase ? expression.literal.lowercased() : expression.literal
        needle = Array(text.utf8)
        pivot = Self.rarest(of: needle)
        (self.expression, length) = (expression, 0)
    }

    var isExpression: Bool { expression != nil }

    /// Where the text occurs first in `other`.
    ///
    /// - Complexity: O(n).
    package func firstRange(in other: String) -> Range<String.Index>? {
        if let expression { return expression.firstRange(in: other) }
        return other.range(of: text, options: ignoresCase ? .caseInsensitive : [])
    }

    /// Where the byte is that JSON texts have least often.
    private static func rarest(of needle: [UInt8]) -> Int {
        func frequency(_ byte: UInt8) -> Int { rising[byte | (byte >= 0x40 ? 0x20 : 0), default: 0] }
        return needle.indices.min { frequency(needle[$0]) < frequency(needle[$1]) } ?? 0
    }

    /// Letters as often as in English, then what numbers and JSON itself are made of.
    private static let rising = Dictionary(
        uniqueKeysWithValues: zip("zqxjkvbpygfwmucldrhsnioate _-.9876543210[]{}/:,\"".utf8, 1...)
    )

    /// Whether the text occurs in `other`.
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

    /// Whether the text may occur in the UTF-8 text `bytes`; false is certain.
    ///
    /// - Complexity: O(n).
    func mayMatch(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // A string that is folded is not there byte for byte.
        isFoldedWhole && bytes.contains { $0 >= 0x80 } || isIn(bytes)
    }

    /// Whether the text may occur in a string of the JSON text `bytes`; false is certain.
    ///
    /// - Complexity: O(n).
    func mayMatch(json bytes: UnsafeRawBufferPointer) -> Bool {
        if mayMatch(bytes) { return true }
        guard bytes.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil else { return false }
        guard let text = Self.unescaped(bytes) else { return true }
        return text.withUnsafeBytes { isIn($0) }
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

    /// Whether the text is there byte for byte, but for the case of ASCII letters where that is ignored.
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
    /// Where the byte is first, from an index on that is not behind the end; by the C library, many bytes at a time.
    ///
    /// - Complexity: O(n).
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
