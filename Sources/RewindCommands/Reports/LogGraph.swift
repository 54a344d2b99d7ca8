import RewindTimeline

/// The columns before the lines of a log that show its branches, as `git log --graph` draws them.
struct LogGraph {
    /// The maximum number of columns; one more stands for all others.
    private static let limit: BranchLayout.Column = 12

    private let layout: BranchLayout
    private let isReversed: Bool
    /// The index of the next turn, oldest first; in a reversed log, the index after it.
    private var turn: Int
    private var count: Int
    private var column: Int

    /// Creates the graph of a session; it begins at the end if `isReversed`, and covers `seqs` only, if given.
    ///
    /// - Throws: `SessionError`.
    init(of timeline: Timeline, isReversed: Bool, in seqs: ClosedRange<Int>? = nil) throws {
        self.init(try timeline.layout(limit: Self.limit), isReversed: isReversed)
        guard let seqs else { return }
        _ = advance(to: isReversed ? seqs.upperBound : seqs.lowerBound - 1)
    }

    /// Creates the graph of a layout.
    init(_ layout: BranchLayout, isReversed: Bool) {
        self.layout = layout
        self.isReversed = isReversed
        turn = isReversed ? layout.turns.count : 0
        count = isReversed ? layout.lastCount : 1
        column = isReversed ? Int(layout.lastColumn) : 0
    }

    /// True if the current action is in the column that stands for several branches.
    var isCrowded: Bool { column == layout.limit }

    /// Advances to action `seq`. Returns the lines between the previous action and this one.
    mutating func advance(to seq: Int) -> [String] {
        var lines: [String] = []
        if isReversed {
            while turn > 0, layout.turns[turn - 1].seq > seq {
                turn -= 1
                takeBack(layout.turns[turn], &lines)
            }
        } else {
            while turn < layout.turns.count, layout.turns[turn].seq <= seq {
                take(layout.turns[turn], &lines)
                turn += 1
            }
        }
        return lines
    }

    /// Returns the columns before the line of the current action, which `mark` stands for.
    func cell(mark: String) -> String {
        var cell = ""
        for index in 0..<min(layout.maximumColumns, Int(layout.limit) + 1) {
            let isOther = index < min(count, Int(layout.limit))
            let isMore = index == layout.limit && count > index
            cell += (index > 0 ? " " : "") + (index == column ? mark : isOther ? "|" : isMore ? ":" : " ")
        }
        return cell
    }

    private mutating func take(_ turn: BranchLayout.Turn, _ lines: inout [String]) {
        if turn.closes {
            if let line = line(closing: Int(turn.from), of: count) { lines.append(line) }
            count -= 1
        }
        if turn.opens {
            if let line = line(opening: turn.parent, of: count) { lines.append(line) }
            count += 1
        }
        column = Int(turn.to)
    }

    private mutating func takeBack(_ turn: BranchLayout.Turn, _ lines: inout [String]) {
        if turn.opens {
            count -= 1
            if let line = line(opening: turn.parent, of: count) { lines.append(line) }
        }
        if turn.closes {
            count += 1
            if let line = line(closing: Int(turn.from), of: count) { lines.append(line) }
        }
        column = Int(turn.from)
    }

    /// Returns the line in which a branch leaves the column `parent` and the columns to its right shift.
    private func line(opening parent: BranchLayout.Column?, of count: Int) -> String? {
        guard let parent, parent < layout.limit else { return nil }
        return (0..<min(count, Int(layout.limit))).reduce(into: "") { line, index in
            if index <= parent { line += index < parent ? "| " : "|" + out }
            if index > parent { line += " " + out }
        }
    }

    /// Returns the line in which the columns to the right of an ended one shift left; nil if there are none.
    private func line(closing column: Int, of count: Int) -> String? {
        guard column < layout.limit, column < count - 1 else { return nil }
        return (0..<min(count, Int(layout.limit) + 1)).reduce(into: "") { line, index in
            if index < column { line += "| " }
            if index > column { line += (index == column + 1 ? " " : "") + back + " " }
        }.trimmed
    }

    /// The strokes of lines that lead right and left, further down.
    private var out: String { isReversed ? "/" : "\\" }
    private var back: String { isReversed ? "\\" : "/" }
}
