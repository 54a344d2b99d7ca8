/// The content of a full screen: rows, each with styled texts at certain columns.
package struct TerminalFrame: Equatable {
    package struct Size: Equatable {
        package var columns: Int
        package var rows: Int

        package init(columns: Int, rows: Int) {
            (self.columns, self.rows) = (columns, rows)
        }
    }

    struct Piece: Equatable {
        let column: Int
        let text: String
    }

    package let size: Size
    private(set) var rows: [[Piece]]
    /// The position of the caret in an input field.
    package var caret: (column: Int, row: Int)?

    package init(size: Size) {
        self.size = size
        rows = Array(repeating: [], count: size.rows)
    }

    package static func == (left: TerminalFrame, right: TerminalFrame) -> Bool {
        left.size == right.size && left.rows == right.rows && left.caret?.column == right.caret?.column
            && left.caret?.row == right.caret?.row
    }

    /// Puts a text into a row, in at most `width` cells, and replaces everything from `column` on. Control characters
    /// are escaped.
    package mutating func put(_ text: String, column: Int = 0, row: Int, width: Int? = nil) {
        let available = min(width ?? .max, size.columns - column)
        guard rows.indices.contains(row), column >= 0, available > 0 else { return }
        let text = Cells.cut(TerminalText.paintedLine(text), to: available)
        // Earlier texts are cut at this column.
        let before = rows[row].filter { $0.column < column }.map {
            Piece(column: $0.column, text: Cells.cut($0.text, to: column - $0.column))
        }
        rows[row] = before + [Piece(column: column, text: text)]
    }

    /// Puts a note in place of the last visible line if `count` lines after it are not visible.
    package mutating func putMore(_ count: Int, column: Int, row: Int, _ style: TextStyle) {
        if count > 0 { put(style.faint("… \(count + 1) lines more"), column: column, row: row) }
    }

    /// Marks a row to be written again, after something else overwrote it.
    package mutating func forget(row: Int) {
        // No row that is shown has two pieces at the same column.
        if rows.indices.contains(row) { rows[row] = [Piece(column: 0, text: ""), Piece(column: 0, text: "")] }
    }

    /// The rows as lines of text.
    var lines: [String] {
        rows.map { pieces in
            pieces.reduce("") { line, piece in Cells.padded(line, to: piece.column) + piece.text }.trimmed
        }
    }

    /// Returns the text that updates a terminal that shows `old`: only changed rows are written. If `old` is nil, the
    /// content of the terminal is unknown.
    func update(from old: TerminalFrame?) -> String {
        var text = "\u{1B}[?2026h\u{1B}[?25l"
        let old = old?.size == size ? old : nil
        if old == nil { text += "\u{1B}[0m\u{1B}[2J" }
        for (index, row) in rows.enumerated() where old?.rows[index] != row {
            text += "\u{1B}[\(index + 1);1H\u{1B}[K"
            for piece in row {
                // The terminal may assume another width for a character: each piece is positioned.
                text += (piece.column > 0 ? "\u{1B}[\(index + 1);\(piece.column + 1)H\u{1B}[K" : "") + piece.text
            }
        }
        if let caret { text += "\u{1B}[\(caret.row + 1);\(caret.column + 1)H\u{1B}[?25h" }
        return text + "\u{1B}[?2026l"
    }
}
