extension String {
    /// The width of the text on a terminal, in columns.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    var columns: Int {
        reduce(0) { $0 + $1.columns }
    }

    /// Returns the text, cut to `limit` columns and ending in an ellipsis if it does not fit.
    func clipped(to limit: Int) -> String {
        guard columns > limit else { return self }
        guard limit > 0 else { return "" }
        var clipped = ""
        var used = 0
        for character in self {
            guard used + character.columns < limit else { break }
            used += character.columns
            clipped.append(character)
        }
        return clipped + "…"
    }

    /// Returns the text, cut or padded with spaces to `width` columns.
    func fitted(to width: Int) -> String {
        let clipped = clipped(to: width)
        return clipped + String(repeating: " ", count: Swift.max(0, width - clipped.columns))
    }

    /// Returns one line: the text on the left, cut if necessary, and the other one on the right.
    func justified(with right: String, to width: Int) -> String {
        guard !right.isEmpty else { return clipped(to: width) }
        let right = right.clipped(to: width)
        let room = width - right.columns - 2
        return room > 0 ? fitted(to: room) + "  " + right : right
    }

    /// Returns the text on lines of at most `width` columns, broken at spaces where possible. A line holds at least one
    /// character.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line: [Character] = []
        var used = 0
        for character in self {
            if used + character.columns > width, !line.isEmpty {
                // Words are kept whole unless that would leave more than half the line empty.
                let space = line.lastIndex(of: " ").flatMap { $0 > line.count / 2 ? $0 : nil }
                let rest = character == " " ? [] : space.map { Array(line[($0 + 1)...]) } ?? []
                let whole = line.dropLast(rest.count)
                lines.append(String(whole.last == " " ? whole.dropLast() : whole))
                line = rest
                used = line.reduce(0) { $0 + $1.columns }
                if character == " ", line.isEmpty { continue }
            }
            line.append(character)
            used += character.columns
        }
        return lines + [String(line)]
    }

    /// The text with control characters replaced: data from a server must not move the cursor.
    var printable: String {
        var printable = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: printable.append(" ")
            default: printable.unicodeScalars.append(scalar)
            }
        }
        return printable
    }
}
