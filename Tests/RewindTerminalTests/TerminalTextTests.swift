import TestSupport
import Testing

@testable import RewindTerminal

@Suite struct TerminalTextTests {
    /// Characters without a width, and those that change the direction of a text.
    private static let invisible: Set<Unicode.Scalar> = [
        "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2066}",
        "\u{2069}", "\u{FEFF}",
    ]

    /// The expected text, scalar by scalar.
    private func expected(_ text: String, keeps: Set<Unicode.Scalar>, isData: Bool = false) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case _ where keeps.contains(scalar): return String(scalar)
            case "\t": return "\\t"
            case "\n": return "\\n"
            case "\r": return "\\r"
            case _ where !isData && Self.invisible.contains(scalar), "\0"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return String(scalar)
            }
        }.joined()
    }

    @Test(arguments: Thoroughness.first(5, of: UInt64(1)...20))
    func `A text has no control characters but the intended ones`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces =
            [
                "a", "Zz", " ", "\n", "\t", "\r", "\r\n", "\0", "\u{1B}", "\u{1B}[2J", "\u{7F}", "\u{80}", "\u{9B}31m",
                "\u{A0}", "\u{AD}", "¢", "é", "e\u{301}", "本", "👩‍💻", "…", "ـ", "ｱ",
            ] + Self.invisible.sorted().map { String($0) }
        for _ in 0..<200 {
            let text = (0..<random.below(16)).map { _ in random.pick(pieces) }.joined()
            #expect(TerminalText.line(text) == expected(text, keeps: []), "\(text.debugDescription)")
            #expect(TerminalText.lines(text) == expected(text, keeps: ["\n", "\t"]), "\(text.debugDescription)")
            #expect(TerminalText.paintedLines(text) == TerminalText.lines(text))
            #expect(TerminalText.lines(text, isData: true) == expected(text, keeps: ["\n", "\t"], isData: true))
            #expect(TerminalText.paintedLine(text) == TerminalText.line(text))
        }
    }

    @Test func `The colors of a style are kept, and similar codes are escaped`() {
        let painted = TextStyle(isOn: true).removed("ab")
        #expect(TerminalText.paintedLine(painted + "\u{1B}[2J\n") == painted + "\\u001b[2J\\n")
        #expect(TerminalText.line("\u{1B}[31ma") == "\\u001b[31ma")
    }
}
