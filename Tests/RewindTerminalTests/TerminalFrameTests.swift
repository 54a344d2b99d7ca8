import TestSupport
import Testing

@testable import RewindTerminal

@Suite struct TerminalFrameTests {
    /// A terminal emulator with the features that frames use.
    private struct Screen {
        var rows: [[Character]]
        let columns: Int
        private var (column, row) = (0, 0)

        init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        }

        mutating func take(_ text: String) {
            var rest = Array(text)[...]
            while let character = rest.popFirst() {
                guard character == "\u{1B}" else {
                    if rows.indices.contains(row), column < columns { rows[row][column] = character }
                    column += 1
                    continue
                }
                rest = rest.dropFirst()
                let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
                let numbers = String(rest[..<end]).split(separator: ";").compactMap { Int($0) }
                switch rest[end] {
                case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
                case "K": for index in column..<columns { rows[row][index] = " " }
                case "J": for index in rows.indices { rows[index] = Array(repeating: " ", count: columns) }
                default: break
                }
                rest = rest[(end + 1)...]
            }
        }

        var lines: [String] { rows.map { String($0).trimmed } }
    }

    @Test func `Writing only the changes gives the complete frame`() {
        var random = SplitMix64(seed: 4)
        let style = TextStyle(isOn: true)
        let size = TerminalFrame.Size(columns: 30, rows: 8)
        var screen = Screen(columns: size.columns, rows: size.rows)
        var old: TerminalFrame?
        for _ in 0..<400 {
            var frame = TerminalFrame(size: size)
            for _ in 0..<random.below(12) {
                let text = String("a text that may be long, or not".prefix(random.below(32)))
                let painted = random.below(2) == 0 ? style.name(text) : text
                frame.put(painted, column: random.below(30), row: random.below(9), width: random.below(20))
            }
            if random.below(4) == 0, let old { frame = old }
            screen.take(frame.update(from: old))
            let expected = frame.lines.map { $0.replacing(#/\x1B\[[0-9]+m/#, with: "").trimmed }
            #expect(screen.lines == expected)
            old = frame
        }
    }

    @Test func `An unchanged frame writes nothing, and control characters are escaped`() {
        var frame = TerminalFrame(size: .init(columns: 20, rows: 2))
        frame.put("\u{1B}]0;title\u{7}\r\nx", row: 0)
        #expect(frame.lines[0].hasPrefix("\\u001b]0;"))
        let update = frame.update(from: frame)
        #expect(!update.contains("title"))
        #expect(!frame.update(from: nil).contains("\u{7}"))
    }
}
