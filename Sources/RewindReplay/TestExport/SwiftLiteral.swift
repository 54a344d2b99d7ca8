/// Texts as literals of Swift's source.
enum SwiftLiteral {
    /// The JSON text as a raw string literal on one line.
    static func line(_ json: String) -> String {
        let json = visible(json)
        let marks = delimiter(for: json)
        return "\(marks)\"\(json)\"\(marks)"
    }

    /// The lines of JSON as a raw string literal on as many lines, indented by so many spaces.
    static func lines(_ json: String, indent: Int) -> String {
        let json = visible(json)
        let marks = delimiter(for: json)
        let space = String(repeating: " ", count: indent)
        let lines = json.split(separator: "\n", omittingEmptySubsequences: false).map { space + $0 }
        return "\(marks)\"\"\"\n" + lines.joined(separator: "\n") + "\n\(space)\"\"\"\(marks)"
    }

    /// The text as a literal with escapes.
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

    /// So many number signs that neither a quotation mark nor a backslash of the text means anything.
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

    /// The JSON text with escapes for what an editor would not show or would take for the end of a line. Outside of
    /// strings, JSON has none of that.
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
