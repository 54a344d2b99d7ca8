/// Styles text for a terminal, or leaves it plain. The text is put on one line, with its control characters escaped.
public struct TextStyle: Sendable {
    package let isOn: Bool

    package init(isOn: Bool) {
        self.isOn = isOn
    }

    /// For an added value.
    public func added(_ text: String) -> String { paint(text, .added) }
    /// For a removed value.
    public func removed(_ text: String) -> String { paint(text, .removed) }
    /// For the name of something: a type, a pointer.
    public func name(_ text: String) -> String { paint(text, .name) }
    /// For secondary text.
    public func faint(_ text: String) -> String { paint(text, .faint) }
    /// For text about a slice of the state, with a color by its number.
    package func hue(_ text: String, _ number: Int?) -> String {
        guard let number else { return TerminalText.line(text) }
        return paint(text, Paint.hues[number % Paint.hues.count])
    }
    /// For the selection.
    package func selected(_ text: String) -> String { paint(text, .reversed) }
    /// For a name given by the user.
    package func mark(_ text: String) -> String { paint(text, .warning) }
    package func strong(_ text: String) -> String { paint(text, .strong) }
    package func warning(_ text: String) -> String { paint(text, .warning) }

    /// ECMA-48 "select graphic rendition".
    private enum Paint: Int, CaseIterable {
        case none = 0
        case strong = 1
        case faint = 2
        case reversed = 7
        case removed = 31
        case added = 32
        case warning = 33
        case blue = 34
        case magenta = 35
        case name = 36

        // The terminal's palette, which the user chose to match the background.
        static let hues: [Paint] = [.name, .magenta, .blue, .added, .warning]

        var sequence: String { "\u{1B}[\(rawValue)m" }
    }

    /// For the changed words of an added or removed value.
    package func addedWords(_ text: String) -> String { paint(text, .reversed, within: .added) }
    package func removedWords(_ text: String) -> String { paint(text, .reversed, within: .removed) }

    /// Returns a painted line with the ranges reversed that `firstRange` finds, one after the other.
    package func marking(_ firstRange: (String) -> Range<String.Index>?, in line: String) -> String {
        guard isOn else { return line }
        let plain = Cells.plain(line)
        var (marked, start) = (Set<Int>(), plain.startIndex)
        while start < plain.endIndex {
            let rest = String(plain[start...])
            guard let range = firstRange(rest), !range.isEmpty else { break }
            let first =
                plain.distance(from: plain.startIndex, to: start)
                + rest.distance(from: rest.startIndex, to: range.lowerBound)
            let count = rest.distance(from: range.lowerBound, to: range.upperBound)
            marked.formUnion(first..<first + count)
            start = plain.index(plain.startIndex, offsetBy: first + count)
        }
        return marked.isEmpty ? line : Cells.painted(line, at: marked, Paint.reversed.sequence)
    }

    private func paint(_ text: String, _ paint: Paint, within outer: Paint) -> String {
        let text = TerminalText.line(text)
        return isOn && !text.isEmpty ? outer.sequence + paint.sequence + text + Paint.none.sequence : text
    }

    private func paint(_ text: String, _ paint: Paint) -> String {
        let text = TerminalText.line(text)
        return isOn && !text.isEmpty ? paint.sequence + text + Paint.none.sequence : text
    }

    /// The sequence that resets all styles.
    static let end = Paint.none.sequence

    /// Returns the number of scalars in the escape sequence at the start of `text`; 0 without one.
    static func lengthOfPaint(at text: Substring.UnicodeScalarView) -> Int {
        let paint = Paint.allCases.first { text.starts(with: $0.sequence.unicodeScalars) }
        return paint?.sequence.unicodeScalars.count ?? 0
    }
}
