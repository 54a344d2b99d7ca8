/// The widths of texts on a terminal, in cells: East Asian characters and emoji take two; combining marks and the
/// escape sequences of a ``TextStyle`` take none.
package enum Cells {
    /// Returns the width of a text.
    ///
    /// - Complexity: Linear in the text.
    package static func count(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        var cells = 0
        forEach(text) { character, _ in
            cells += character.map(width) ?? 0
            return true
        }
        return cells
    }

    /// Returns the text padded with spaces to `cells` cells, on the right or, if `isRight`, on the left.
    package static func padded(_ text: String, to cells: Int, isRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, cells - count(text)))
        return isRight ? space + text : text + space
    }

    /// Returns the text, cut to `most` cells and ending in "…" if it does not fit; nil is any length.
    package static func cut(_ text: String, to most: Int?) -> String {
        guard let most, count(text) > most else { return text }
        guard most > 0 else { return "" }
        var (shown, cells, isPainted) = ("", 0, false)
        forEach(text) { character, whole in
            if let character {
                cells += width(of: character)
                guard cells < most else { return false }
            } else {
                isPainted = true
            }
            shown += whole
            return true
        }
        return shown + "…" + (isPainted ? TextStyle.end : "")
    }

    /// Returns the painted text; with a width, on one line of that width.
    package static func fitted(_ text: String, to width: Int?) -> String {
        width == nil ? text : cut(TerminalText.paintedLine(text), to: width)
    }

    /// Returns the painted text; with a width, on as many lines of that width as it needs, all but the first one indented.
    package static func folded(_ text: String, to width: Int?, indent: Int = 4) -> [String] {
        width.map { wrapped(TerminalText.paintedLine(text), to: $0, indent: indent) } ?? [text]
    }

    /// Returns the text without its first cells. A wide character that is cut in half becomes a space.
    package static func dropping(_ most: Int, of text: String) -> String {
        guard most > 0 else { return text }
        var (shown, cells) = ("", 0)
        forEach(text) { character, whole in
            let start = cells
            cells += character.map(width) ?? 0
            if character == nil || start >= most {
                shown += whole
            } else if cells > most {
                shown += " "
            }
            return true
        }
        return shown
    }

    /// Returns the text on lines of `width` cells, all but the first one indented. Lines break between words unless
    /// that leaves too much space.
    package static func wrapped(_ text: String, to width: Int, indent: Int = 0) -> [String] {
        guard count(text) > width, width > indent + 8 else { return [text] }
        var lines: [String] = []
        // The part after the last space, where the line may break, and the style there.
        var (line, cells, word, wordCells) = ("", 0, "", 0)
        var (paint, paintAtWord) = ("", "")
        func end(_ paint: String) {
            lines.append(line + (paint.isEmpty ? "" : TextStyle.end))
            (line, cells) = (String(repeating: " ", count: indent) + paint, indent)
        }
        forEach(text) { character, whole in
            guard let character else {
                paint = whole == TextStyle.end ? "" : paint + whole
                word += whole
                return true
            }
            let width = (own: Self.width(of: character), line: width)
            if cells + wordCells + width.own > width.line {
                if cells > width.line / 2 {
                    end(paintAtWord)
                } else {
                    line += word
                    (word, wordCells) = ("", 0)
                    end(paint)
                }
            }
            word += whole
            wordCells += width.own
            if character == " " {
                line += word
                cells += wordCells
                (word, wordCells, paintAtWord) = ("", 0, paint)
            }
            return true
        }
        lines.append(line + word)
        return lines
    }

    /// Returns the text without escape sequences.
    static func plain(_ text: String) -> String {
        var plain = ""
        forEach(text) { character, _ in
            if let character { plain.append(character) }
            return true
        }
        return plain
    }

    /// Returns a painted text with an additional escape sequence for the characters at some offsets in the plain text.
    static func painted(_ text: String, at offsets: Set<Int>, _ sequence: String) -> String {
        var (shown, paint, offset, isMarked) = ("", "", 0, false)
        forEach(text) { character, whole in
            guard character != nil else {
                paint = whole == TextStyle.end ? "" : paint + whole
                shown += whole + (isMarked ? sequence : "")
                return true
            }
            if offsets.contains(offset) != isMarked {
                isMarked.toggle()
                shown += isMarked ? sequence : TextStyle.end + paint
            }
            shown += whole
            offset += 1
            return true
        }
        return shown + (isMarked ? TextStyle.end : "")
    }

    /// Calls `body` with each character, and with nil for each escape sequence of a style.
    private static func forEach(_ text: String, _ body: (Character?, Substring) -> Bool) {
        var rest = text[...]
        while let character = rest.first {
            let paint = character == "\u{1B}" ? TextStyle.lengthOfPaint(at: rest.unicodeScalars) : 0
            let end =
                paint > 0
                ? rest.unicodeScalars.index(rest.startIndex, offsetBy: paint) : rest.index(after: rest.startIndex)
            guard body(paint > 0 ? nil : character, rest[..<end]) else { return }
            rest = rest[end...]
        }
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        let isEmoji = first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
        return isEmoji || wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The scalars that Unicode classifies as wide or fullwidth, in blocks (UAX #11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F202, 0x1F210...0x1F23B,
        0x1F240...0x1F248, 0x1F250...0x1F251, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}

extension String {
    /// The string without trailing spaces.
    package var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
