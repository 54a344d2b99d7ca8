/// Paints text for a terminal, or leaves it plain: on one line, with its control characters escaped.
public struct Style: Sendable {
    let isOn: Bool

    /// For a value that came.
    public func added(_ text: String) -> String { paint(text, .added) }
    /// For a value that went.
    public func removed(_ text: String) -> String { paint(text, .removed) }
    /// For the name of something: a type, a pointer.
    public func name(_ text: String) -> String { paint(text, .name) }
    /// For what matters less than what is beside it.
    public func faint(_ text: String) -> String { paint(text, .faint) }
    package func strong(_ text: String) -> String { paint(text, .strong) }
    package func warning(_ text: String) -> String { paint(text, .warning) }

    /// ECMA-48 "select graphic rendition".
    private enum Paint: Int, CaseIterable {
        case none = 0
        case strong = 1
        case faint = 2
        case removed = 31
        case added = 32
        case warning = 33
        case name = 36

        var sequence: String { "\u{1B}[\(rawValue)m" }
    }

    private func paint(_ text: String, _ paint: Paint) -> String {
        let text = TerminalText.line(text)
        return isOn && !text.isEmpty ? paint.sequence + text + Paint.none.sequence : text
    }

    /// How many scalars the paint takes with which `text` begins, 0 where it begins with none.
    static func lengthOfPaint(at text: Substring.UnicodeScalarView) -> Int {
        let paint = Paint.allCases.first { text.starts(with: $0.sequence.unicodeScalars) }
        return paint?.sequence.unicodeScalars.count ?? 0
    }
}
