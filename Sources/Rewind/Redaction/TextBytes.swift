import Foundation

/// The bytes of a text, with methods that find secrets by their form.
struct TextBytes {
    private let bytes: UnsafeBufferPointer<UInt8>

    /// The maximum length of a key, in bytes.
    private static let longestKey = 64
    /// The maximum length of a lowercase word after `Bearer` that is taken for prose.
    private static let longestWord = 15
    /// The minimum length of a user name in a URL that is taken for a token.
    private static let minimumToken = 20

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The byte at an index; 0 out of bounds.
    subscript(index: Int) -> UInt8 {
        bytes.indices.contains(index) ? bytes[index] : 0
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    func isQuote(_ index: Int) -> Bool {
        self[index] == UInt8(ascii: "\"") || self[index] == UInt8(ascii: "'")
    }

    func endOfLine(from start: Int, orQuote: Bool) -> Int {
        end(from: start) { $0 != 10 && $0 != 13 && !(orQuote && $0 == UInt8(ascii: "\"")) }
    }

    /// Returns the JSON Web Token (RFC 7519) whose header `eyJ…` has its J here: base64url with two or more dots.
    func token(at index: Int) -> Range<Int>? {
        let start = index - 2
        guard start >= 0, bytes[start] == UInt8(ascii: "e"), bytes[start + 1] == UInt8(ascii: "y"),
            !Self.isLetterOrDigit(self[start - 1]), !"-_".utf8.contains(self[start - 1])
        else { return nil }
        var end = end(from: start) { Self.isLetterOrDigit($0) || "-_.".utf8.contains($0) }
        var dots = bytes[start..<end].count(where: Self.isDot)
        while dots > 2, Self.isDot(bytes[end - 1]) {
            end -= 1
            dots -= 1
        }
        return dots >= 2 ? start..<end : nil
    }

    /// Returns the text after the scheme `Bearer` (RFC 6750) or `Basic` (RFC 7617) that starts here.
    func credentials(at index: Int) -> Range<Int>? {
        guard !Self.isLetterOrDigit(self[index - 1]) else { return nil }
        let isBearer = matches("bearer ", at: index)
        guard isBearer || matches("basic ", at: index) else { return nil }
        let start = end(from: index + (isBearer ? 7 : 6)) { $0 == UInt8(ascii: " ") }
        var end = end(from: start, while: Self.isTokenByte)
        while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        guard end > start else { return nil }
        let run = bytes[start..<end]
        let isAll = index == 0 && end == bytes.count
        guard isBearer else {
            if isAll, run.contains(where: { !(0x41...0x5A).contains($0 & 0xDF) }) { return start..<end }
            let padded = string(start..<end) + String(repeating: "=", count: (4 - run.count % 4) % 4)
            return Data(base64Encoded: padded)?.contains(UInt8(ascii: ":")) == true ? start..<end : nil
        }
        if isAll { return start..<end }
        let isProse = run.count <= Self.longestWord && run.allSatisfy { (0x61...0x7A).contains($0) }
        // `Bearer realm="…"` is a challenge (RFC 6750, section 3), which contains no secret.
        return isProse || isQuote(end) ? nil : start..<end
    }

    /// Returns the private key in PEM (RFC 7468) whose first line starts here: all lines up to its end.
    func privateKey(at index: Int) -> Range<Int>? {
        guard matches("-----begin ", at: index) else { return nil }
        let label = end(from: index + 11) { $0 != UInt8(ascii: "-") && $0 != 10 }
        guard string(index..<label).hasSuffix("PRIVATE KEY") else { return nil }
        let start = end(from: label) { $0 == UInt8(ascii: "-") }
        return start..<end(from: start) { $0 != UInt8(ascii: "-") }
    }

    /// Returns true if the `://` of a URL is here.
    func isAuthority(at index: Int) -> Bool {
        self[index] == UInt8(ascii: ":") && self[index + 1] == UInt8(ascii: "/") && self[index + 2] == UInt8(ascii: "/")
    }

    /// Returns the password, and a user name that is a token, in the URL (RFC 3986) whose `://` starts here.
    func userInfo(at index: Int) -> [Range<Int>] {
        let start = index + 3
        let authorityEnd = end(from: start) { $0 > 32 && !"/?#\"'<>\\".utf8.contains($0) }
        guard let at = bytes[start..<authorityEnd].lastIndex(of: UInt8(ascii: "@")) else { return [] }
        let userEnd = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")) ?? at
        return [
            userEnd - start >= Self.minimumToken ? start..<userEnd : start..<start,
            userEnd < at ? userEnd + 1..<at : at..<at,
        ]
    }

    /// Returns the name before a colon or an equals sign, quoted or not.
    func key(before index: Int) -> Range<Int>? {
        var end = index
        while end > 0, index - end < 2, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        if isQuote(end - 1) { end -= 1 }
        while self[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        var start = end
        while start > 0, end - start < Self.longestKey, Self.isKeyByte(bytes[start - 1]) { start -= 1 }
        guard end - start > 1, !(0x30...0x39).contains(bytes[start]) else { return nil }
        return start..<end
    }

    /// Returns the value after a colon or an equals sign: the quoted text, or all up to an unbracketed separator.
    func value(after index: Int) -> Range<Int>? {
        var start = end(from: index + 1) { $0 == UInt8(ascii: " ") || $0 == 9 }
        let quoteStart = end(from: start) { $0 == UInt8(ascii: "\\") }
        if isQuote(quoteStart) {
            let isEscaped = quoteStart > start
            start = quoteStart + 1
            return start..<endOfQuoted(from: start, by: bytes[quoteStart], isEscaped: isEscaped)
        }
        var end = start
        while end < bytes.count {
            let byte = bytes[end]
            if "([{".utf8.contains(byte) {
                end = endOfBrackets(from: end)
            } else if byte <= 32 || "&;,'\"<>)]}`\\".utf8.contains(byte) {
                break
            } else {
                end += 1
            }
        }
        return end > start ? start..<end : nil
    }

    /// Returns the index of the space after the name of an authentication scheme that starts here.
    func endOfScheme(at index: Int) -> Int? {
        let scheme = ["bearer ", "basic "].first { matches($0, at: index) }
        return scheme.map { index + $0.utf8.count - 1 }
    }

    // MARK: Runs

    private func end(from start: Int, while isInside: (UInt8) -> Bool) -> Int {
        var end = min(start, bytes.count)
        while end < bytes.count, isInside(bytes[end]) { end += 1 }
        return end
    }

    private func endOfQuoted(from start: Int, by quote: UInt8, isEscaped: Bool) -> Int {
        var end = start
        while end < bytes.count {
            if bytes[end] == quote { return end }
            if bytes[end] == UInt8(ascii: "\\") {
                if isEscaped, self[end + 1] == quote { return end }
                end += 1
            }
            end += 1
        }
        return bytes.count
    }

    private func endOfBrackets(from start: Int) -> Int {
        var depth = 0
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""):
                let isEscaped = self[end - 1] == UInt8(ascii: "\\")
                end = endOfQuoted(from: end + 1, by: UInt8(ascii: "\""), isEscaped: isEscaped)
            default: break
            }
            end += 1
            if depth == 0 { break }
        }
        return min(end, bytes.count)
    }

    /// Returns true if a text, given in lowercase, is here in any case.
    private func matches(_ text: String, at index: Int) -> Bool {
        guard index + text.utf8.count <= bytes.count else { return false }
        return zip(bytes[index...], text.utf8).allSatisfy { byte, expected in
            (0x41...0x5A).contains(byte) ? byte | 0x20 == expected : byte == expected
        }
    }

    // MARK: Kinds of bytes

    private static func isDot(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// `token68` of RFC 9110, section 11.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-._~+/=".utf8.contains(byte)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}
