/// Converts texts to Swift literals.
enum SwiftLiteral {
    /// Returns the JSON text as a raw string literal on one line.
    static func line(_ json: String) -> String {
        let json = visible(json)
        let marks = delimiter(for: json)
        return "\(marks)\"\(json)\"\(marks)"
    }

    /// Returns the lines of JSON as a multiline raw string literal, indented by this number of spaces.
    static func lines(_ json: String, indent: Int) -> String {
        let json = visible(json)
        let marks = delimiter(for: json)
        let space = String(repeating: " ", count: indent)
        let lines = json.split(separator: "\n", omittingEmptySubsequences: false).map { space + $0 }
        return "\(marks)\"\"\"\n" + lines.joined(separator: "\n") + "\n\(space)\"\"\"\(marks)"
    }

    /// Returns the text as a literal with escapes.
    static func escaped(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where isInvisible(scalar): literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Returns enough number signs to give quotation marks and backslashes in the text no special meaning.
    private static func delimiter(for text: String) -> String {
        var most = 0
        var run: Int?
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
            case UInt8(ascii: "#"): run = run.map { $0 + 1 }
            default: run = nil
            }
            most = max(most, run ?? 0)
        }
        return String(repeating: "#", count: most + 1)
    }

    /// Returns the JSON text with escapes for characters that editors do not show or treat as line ends, which JSON
    /// permits only in strings.
    private static func visible(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: { isInvisible($0) && $0 != "\n" }) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            guard isInvisible(scalar), scalar != "\n" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        // Joiners are parts of emoji.
        guard !scalar.isASCII || scalar.value < 0x20 || scalar.value == 0x7F,
            !["\u{200C}", "\u{200D}"].contains(scalar)
        else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: return true
        default: return false
        }
    }
}
