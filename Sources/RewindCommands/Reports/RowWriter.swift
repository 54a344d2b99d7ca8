import RewindSession
import RewindTree

/// Prints the rows of a query.
struct RowWriter {
    enum Format {
        case table
        case tabs
        case json
        /// One value a line, with its line breaks.
        case lines
    }

    /// The number of rows that determine the widths of the columns.
    private static let rowsForWidths = 200
    /// The maximum number of characters of a value in a table.
    private static let cellLimit = 60

    private let columns: [String]
    private let format: Format
    private let style: TextStyle
    /// The width of the terminal in cells; nil if lines may have any length.
    private let width: Int?
    private let write: (String) -> Void
    /// The rows that wait until the widths are known.
    private var waiting: [[SQLValue]] = []
    private var widths: [Int]?
    /// True if a table would be too wide, so that each value has its own line.
    private var isVertical = false
    private var count = 0
    /// True if any row was added.
    private(set) var hasRows = false

    init(
        _ columns: [String],
        as format: Format,
        style: TextStyle,
        width: Int? = Output.terminalColumns,
        write: @escaping (String) -> Void = Output.line
    ) {
        self.width = width
        self.columns = format == .json ? Self.distinct(columns) : columns
        self.format = format
        self.style = style
        self.write = write
    }

    /// Adds a row.
    mutating func write(_ row: [SQLValue]) {
        hasRows = true
        switch format {
        case .json: write(Tree(members: zip(columns, row.map(Self.tree))).text)
        case .lines: write(row.map(Self.whole).joined(separator: "\n"))
        case .tabs: write(row.map(Self.text).joined(separator: "\t"))
        case .table:
            guard widths == nil else { return show(row) }
            waiting.append(row)
            if waiting.count >= Self.rowsForWidths { finish() }
        }
    }

    /// Prints the rows that are still waiting.
    mutating func finish() {
        guard format == .table, widths == nil, !columns.isEmpty else { return }
        let heads = columns.map { Self.cell(TerminalText.line($0)) }
        let lengths = waiting.map { $0.map { Cells.count(Self.cell(Self.text($0))) } }
        widths = heads.indices.map { column in
            lengths.reduce(Cells.count(heads[column])) { max($0, $1[column]) }
        }
        let total = (widths ?? []).reduce(2 * (columns.count - 1), +)
        isVertical = columns.count > 1 && width.map { total > $0 } ?? false
        let isNumber = columns.indices.map { column in waiting.contains { Self.isNumber($0[column]) } }
        if !isVertical { write(style.strong(padded(heads, alignedRight: isNumber))) }
        for row in waiting { show(row) }
        waiting = []
    }

    private mutating func show(_ row: [SQLValue]) {
        count += 1
        if columns.count == 1 { return write(Self.whole(row[0])) }
        guard isVertical else { return write(Cells.cut(line(row), to: width)) }
        let names = columns.map { TerminalText.line($0) }
        let nameWidth = names.map(Cells.count).max() ?? 0
        write(style.faint("── row \(count)"))
        for (name, value) in zip(names, row) {
            let line = "\(style.name(Cells.padded(name, to: nameWidth)))  \(Self.text(value))"
            write(Cells.cut(line, to: width).trimmed)
        }
    }

    private func line(_ row: [SQLValue]) -> String {
        padded(row.map { Self.cell(Self.text($0)) }, alignedRight: row.map(Self.isNumber))
    }

    private func padded(_ cells: [String], alignedRight: [Bool]) -> String {
        let padded = cells.enumerated().map { column, cell in
            let (isRight, isLast) = (alignedRight[column], column == cells.count - 1)
            return isLast && !isRight ? cell : Cells.padded(cell, to: widths?[column] ?? 0, isRight: isRight)
        }
        return padded.joined(separator: "  ")
    }

    private static func cell(_ text: String) -> String {
        Cells.cut(text, to: cellLimit)
    }

    private static func isNumber(_ value: SQLValue) -> Bool {
        switch value {
        case .integer, .real: true
        case .null, .text, .blob: false
        }
    }

    /// Returns the value with its line breaks.
    private static func whole(_ value: SQLValue) -> String {
        if case .text(let text) = value { return TerminalText.lines(text) }
        return text(value)
    }

    /// Returns the value on one line, without control characters.
    private static func text(_ value: SQLValue) -> String {
        switch value {
        case .null: return ""
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .blob(let bytes): return "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        case .text(let text): return TerminalText.line(text.replacing("\\", with: "\\\\"))
        }
    }

    private static func tree(_ value: SQLValue) -> Tree {
        switch value {
        case .null: .null
        case .integer(let value): .integer(value)
        case .real(let value): Tree(value)
        case .text(let text): .string(text)
        case .blob: .string(text(value))
        }
    }

    /// Returns the names of columns, made unique for use in an object.
    private static func distinct(_ columns: [String]) -> [String] {
        var seen: Set<String> = []
        return columns.map { name in
            var other = name
            var number = 2
            while !seen.insert(other).inserted {
                other = "\(name):\(number)"
                number += 1
            }
            return other
        }
    }
}
