import Foundation

/// Texts for a locale without UTF-8: the symbols of the tool become similar ASCII characters of the same width, and
/// everything else is escaped as in JSON.
enum ASCIIText {
    /// True if the locale of the process has another encoding than UTF-8. A locale that is not set counts as UTF-8.
    static let isRequired = isRequired(in: ProcessInfo.processInfo.environment)

    static func isRequired(in environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
        guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
        return !locale.contains("utf-8") && !locale.contains("utf8")
    }

    private static let symbols: [Unicode.Scalar: String] = [
        "…": "~", "→": ">", "←": "<", "↑": "^", "↓": "v", "×": "x", "─": "-", "│": "|", "▸": ">", "▾": "v", "»": ">",
        "≠": "!", "µ": "u", "–": "-", "·": ".", "✓": "+",
    ]

    /// Returns the text in ASCII.
    static func text(_ text: String) -> String {
        replaced(text) { character in
            character.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    /// Returns the text in ASCII with the same width on a terminal; `?` stands for a cell of another character.
    static func cells(_ text: String) -> String {
        replaced(text) { String(repeating: "?", count: Cells.count(String($0))) }
    }

    private static func replaced(_ text: String, _ other: (Character) -> String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.reduce(into: "") { ascii, character in
            let scalars = character.unicodeScalars
            if scalars.allSatisfy(\.isASCII) {
                ascii.append(character)
            } else if scalars.count == 1, let symbol = scalars.first.flatMap({ symbols[$0] }) {
                ascii += symbol
            } else {
                ascii += other(character)
            }
        }
    }
}
