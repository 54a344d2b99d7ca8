#if os(macOS) || os(Linux)

/// What a full screen shows: rows, of which each has painted texts from certain columns on.
struct TerminalFrame: Equatable {
    struct Size: Equatable {
        var columns: Int
        var rows: Int
    }

    struct Piece: Equatable {
        let column: Int
        let text: String
    }

    let size: Size
    private(set) var rows: [[Piece]]
    /// Where somebody writes.
    var caret: (column: Int, row: Int)?

    init(size: Size) {
        self.size = size
        rows = Array(repeating: [], count: size.rows)
    }

    static func == (left: TerminalFrame, right: TerminalFrame) -> Bool {
        left.size == right.size && left.rows == right.rows && left.caret?.column == right.caret?.column
            && left.caret?.row == right.caret?.row
    }

    /// Puts a text in a row, in at most so many cells; what is there already stays up to there. Control characters
    /// are escaped.
    mutating func put(_ text: String, column: Int = 0, row: Int, width: Int? = nil) {
        let room = min(width ?? .max, size.columns - column)
        guard rows.indices.contains(row), column >= 0, room > 0 else { return }
        let text = Cells.cut(TerminalText.paintedLine(text), to: room)
        // What is there goes as far as this.
        let before = rows[row].filter { $0.column < column }.map {
            Piece(column: $0.column, text: Cells.cut($0.text, to: column - $0.column))
        }
        rows[row] = before + [Piece(column: column, text: text)]
    }

    /// Has a row written again, as something else is there.
    mutating func forget(row: Int) {
        // No row is shown that has two pieces in the same place.
        if rows.indices.contains(row) { rows[row] = [Piece(column: 0, text: ""), Piece(column: 0, text: "")] }
    }

    /// The rows as lines of text.
    var lines: [String] {
        rows.map { pieces in
            pieces.reduce("") { line, piece in Cells.padded(line, to: piece.column) + piece.text }.trimmed
        }
    }

    /// What brings a terminal that shows `old` to show this: only rows that are others are written. Where `old` is nil,
    /// nothing is known of what it shows.
    func update(from old: TerminalFrame?) -> String {
        var text = "\u{1B}[?2026h\u{1B}[?25l"
        let old = old?.size == size ? old : nil
        if old == nil { text += "\u{1B}[0m\u{1B}[2J" }
        for (index, row) in rows.enumerated() where old?.rows[index] != row {
            text += "\u{1B}[\(index + 1);1H\u{1B}[K"
            for piece in row {
                // A terminal may take another width for a character than we do: each piece has its place.
                text += (piece.column > 0 ? "\u{1B}[\(index + 1);\(piece.column + 1)H\u{1B}[K" : "") + piece.text
            }
        }
        if let caret { text += "\u{1B}[\(caret.row + 1);\(caret.column + 1)H\u{1B}[?25h" }
        return text + "\u{1B}[?2026l"
    }
}

#endif
