#if os(macOS) || os(Linux)

/// Texts of a session as they may go to a terminal, which obeys control characters: they could hide what is there, or
/// do worse. They are written as JSON writes them: `\n`, `\u001b`.
enum TerminalText {
    private typealias Scalars = Substring.UnicodeScalarView

    /// The text on one line.
    static func line(_ text: String) -> String {
        escaped(text) { _ in 0 }
    }

    /// The text on the lines that it has.
    static func lines(_ text: String) -> String {
        escaped(text) { $0.first == "\n" || $0.first == "\t" ? 1 : 0 }
    }

    /// The text on the lines that it has, in which a ``Style`` painted.
    static func paintedLines(_ text: String) -> String {
        escaped(text) { $0.first == "\n" || $0.first == "\t" ? 1 : Style.lengthOfPaint(at: $0) }
    }

    /// The text on one line, in which a ``Style`` painted.
    static func paintedLine(_ text: String) -> String {
        escaped(text) { Style.lengthOfPaint(at: $0) }
    }

    /// The text without control characters but for those at which `keeping` says how many scalars stay.
    ///
    /// - Complexity: O(n).
    private static func escaped(_ text: String, keeping: (Scalars) -> Int) -> String {
        let (bytes, scalars) = (text.utf8, text.unicodeScalars)
        var escaped = ""
        // What is before the first is written, what is up to the second looked at.
        var (rest, index) = (text.startIndex, text.startIndex)
        while let found = bytes[index...].firstIndex(where: mayBeginControl) {
            index = scalars.index(after: found)
            guard scalars[found].properties.generalCategory == .control else { continue }
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

    /// Control characters are U+0000 to U+001F, U+007F, and U+0080 to U+009F, which begin with 0xC2.
    private static func mayBeginControl(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2
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

#endif
