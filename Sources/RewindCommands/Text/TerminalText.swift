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
    private static func escaped(_ text: String, keeping: (Scalars) -> Int) -> String {
        guard mayHaveControls(text) else { return text }
        var escaped = String.UnicodeScalarView()
        var rest = text[...].unicodeScalars
        while let scalar = rest.first {
            if scalar.properties.generalCategory != .control {
                escaped.append(scalar)
                rest.removeFirst()
                continue
            }
            let count = keeping(rest)
            if count > 0 {
                escaped.append(contentsOf: rest.prefix(count))
                rest.removeFirst(count)
            } else {
                escaped.append(contentsOf: escape(for: scalar).unicodeScalars)
                rest.removeFirst()
            }
        }
        return String(escaped)
    }

    /// Whether there may be control characters: U+0000 to U+001F, U+007F, and U+0080 to U+009F, which begin with 0xC2.
    private static func mayHaveControls(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
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
