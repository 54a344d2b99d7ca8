/// Escapes texts of a session for a terminal, as control characters could hide output or do worse, and those that have no
/// width or change the direction of a text could pass it off as another one. They are written as in JSON: `\n`, `\u001b`,
/// `\u202e`.
package enum TerminalText {
    private typealias Scalars = Substring.UnicodeScalarView

    /// Returns the text on one line.
    package static func line(_ text: String) -> String {
        escaped(text) { _ in 0 }
    }

    /// Returns the text with its line breaks. In data, only control characters are escaped.
    package static func lines(_ text: String, isData: Bool = false) -> String {
        escaped(text, isData: isData) { $0.first == "\n" || $0.first == "\t" ? 1 : 0 }
    }

    /// Returns the text with its line breaks and the escape sequences of a ``TextStyle``. In data, only control characters
    /// are escaped.
    static func paintedLines(_ text: String, isData: Bool = false) -> String {
        escaped(text, isData: isData) { $0.first == "\n" || $0.first == "\t" ? 1 : TextStyle.lengthOfPaint(at: $0) }
    }

    /// Returns the text on one line, with the escape sequences of a ``TextStyle``.
    package static func paintedLine(_ text: String) -> String {
        escaped(text) { TextStyle.lengthOfPaint(at: $0) }
    }

    /// Returns the text with control characters escaped, except for the number of scalars that `keeping` returns at
    /// one.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    private static func escaped(_ text: String, isData: Bool = false, keeping: (Scalars) -> Int) -> String {
        if text.utf8.withContiguousStorageIfAvailable({ $0.contains(where: mayBeginControl) }) == false { return text }
        let (bytes, scalars) = (text.utf8, text.unicodeScalars)
        var escaped = ""
        // Everything before `rest` is written; everything before `index` was examined.
        var (rest, index) = (text.startIndex, text.startIndex)
        while let found = bytes[index...].firstIndex(where: mayBeginControl) {
            index = scalars.index(after: found)
            guard isControl(scalars[found]) || !isData && isInvisible(scalars[found]) else { continue }
            let count = keeping(text[found...].unicodeScalars)
            if count > 0 {
                index = scalars.index(found, offsetBy: count)
            } else {
                escaped += text[rest..<found]
                escaped += escape(for: scalars[found])
                rest = index
            }
        }
        return rest == text.startIndex ? text : escaped + text[rest...]
    }

    /// Control characters are U+0000 to U+001F, U+007F, and U+0080 to U+009F, which begin with 0xC2. The others begin
    /// with 0xD8, 0xE2 and 0xEF.
    private static func mayBeginControl(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    /// Returns true for directional marks, embeddings and isolates, line separators, and characters without a width,
    /// except the two that join letters and emoji.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }

    private static func escape(for scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\t": return "\\t"
        case "\n": return "\\n"
        case "\r": return "\\r"
        default:
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}
