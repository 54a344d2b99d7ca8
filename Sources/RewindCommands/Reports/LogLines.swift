import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// The lines of a log, in columns.
struct LogLines {
    /// The visible columns and their widths.
    struct Columns {
        /// The width in cells; nil if lines may have any length.
        var width: Int?
        var typeWidth: Int
        /// True to show the time since the previous action.
        var showsPauses = false
        var showsDurations = false
        /// True to show the time of an action.
        var showsTimes = true
        /// True to show times without milliseconds.
        var hasShortTimes = false
        /// True to show the day and the offset from UTC, too.
        var hasFullTimes = false

        /// Shows the columns that fit into `width` cells.
        init(width: Int?, typeWidth: Int, hasFullTimes: Bool = false) {
            self.width = width
            self.typeWidth = typeWidth
            showsDurations = width ?? 0 >= 110
            showsPauses = width ?? 0 >= 72
            hasShortTimes = !hasFullTimes && (72..<110).contains(width ?? 0)
            self.hasFullTimes = hasFullTimes
            // A longer type name takes space from the text after it.
            if let width { self.typeWidth = min(typeWidth, max(16, width / 3)) }
        }
    }

    private static let pauseWidth = 8
    private static let durationWidth = 7
    /// The largest pause that is a clock set back, in microseconds: the columns show milliseconds, and threads that
    /// dispatch at the same time may read the clock in another order.
    private static let setBack: Int64 = -1_000
    /// The minimum width of a useful summary of changes, in cells.
    private static let leastSummary = 6

    /// The mark of the selected action, as opposed to the one at the cursor.
    static let selection = "»"

    let style: TextStyle
    let cursor: Int
    /// The selected action, in the debugger.
    var selected: Int?
    let last: Int
    var columns: Columns
    /// The names of bookmarks, and the order of the slices.
    var names = LogNames()
    /// The position of the cursor among the branches; actions that do not lead to it are faint, and undone ones marked.
    var branches = CursorBranch()
    /// The actions that follow one, where there are several.
    var children: [Int: [Int]] = [:]
    /// The column with the root of each action, if the session has causes.
    var roots: RootColumn?
    /// Returns true for actions to mark, such as those with a breakpoint.
    var isMarked: (ActionRecord) -> Bool = { _ in false }
    private let times: TimeText
    /// The width of the numbers, in cells.
    var seqWidth: Int

    init(style: TextStyle, cursor: Int, last: Int, columns: Columns) {
        self.style = style
        seqWidth = String(last).count
        self.cursor = cursor
        self.last = last
        self.columns = columns
        times = TimeText(isFull: columns.hasFullTimes)
    }

    /// Returns the line of one action, after the columns of a graph if there is one; `pause` is the time since the
    /// previous action, in microseconds. The type is indented by `indent` cells.
    func line(
        for record: ActionRecord,
        pause: Int64? = nil,
        in graph: LogGraph? = nil,
        indent: Int = 0
    ) -> String {
        let isOnWay = branches.leadsToCursor(record.seq)
        let style = isOnWay ? style : TextStyle(isOn: false)
        let cursorMark =
            record.seq == selected
            ? style.strong(Self.selection)
            : record.seq == cursor ? style.strong(">") : graph == nil ? branches.mark(for: record.seq) : "*"
        let mark = graph?.cell(mark: cursorMark) ?? cursorMark
        let sign = isMarked(record) ? style.mark("*") : " "
        var head = mark + sign + statusMark(for: record, style) + " " + seq(of: record)
        if let roots { head += "  " + style.faint(roots.cell(for: record)) }
        if columns.showsTimes { head += "  " + style.faint(time(of: record.at)) }
        if columns.showsPauses {
            head +=
                "  " + style.faint(Cells.padded(pause.map(SpanText.pause) ?? "", to: Self.pauseWidth, isRight: true))
        }
        if columns.showsDurations {
            let text = record.duration.map(SpanText.duration) ?? ""
            head += "  " + style.faint(Cells.padded(text, to: Self.durationWidth, isRight: true))
        }
        head += String(repeating: " ", count: indent)
        let available = columns.width.map { max(8, $0 - Cells.count(head) - 2) }
        let tail = tail(of: record, after: pause, in: graph, available, style)
        return isOnWay ? head + "  " + tail : self.style.faint(head + "  " + tail)
    }

    private func time(of at: Int64) -> String {
        let time = times.row(at)
        return columns.hasShortTimes ? String(time.dropLast(4)) : time
    }

    /// Returns the columns before the type.
    func head(of record: ActionRecord) -> String {
        "\(branches.mark(for: record.seq)) \(statusMark(for: record, style)) \(seq(of: record))  \(style.faint(time(of: record.at)))"
    }

    /// Returns the line of an effect in the columns of the actions, with the name indented by `indent` cells.
    func line(for effect: RecordedEffect, indent: Int) -> String {
        let reference = RecordedCause.effect(effect.id).shortReference
        var head = "    " + Cells.padded(reference, to: seqWidth, isRight: true)
        if columns.showsTimes { head += "  " + style.faint(time(of: effect.row.effect.at)) }
        if columns.showsPauses { head += String(repeating: " ", count: Self.pauseWidth + 2) }
        if columns.showsDurations {
            let text = effect.row.outcome?.duration.map(SpanText.duration) ?? ""
            head += "  " + style.faint(Cells.padded(text, to: Self.durationWidth, isRight: true))
        }
        let name = style.name(effect.name)
        head += String(repeating: " ", count: indent + 2)
        return Cells.fitted("\(head)\(name)  \(EventLines.summary(of: effect, style))", to: columns.width)
    }

    private func seq(of record: ActionRecord) -> String {
        Cells.padded(String(record.seq), to: seqWidth, isRight: true)
    }

    /// Returns the type, bookmarks, changes and error, within a number of cells.
    private func tail(
        of record: ActionRecord,
        after pause: Int64?,
        in graph: LogGraph?,
        _ available: Int?,
        _ style: TextStyle
    ) -> String {
        let name = TerminalText.line(record.type)
        let type = style.hue(name, names.slice(of: record.patch))
        // If not everything fits, bookmarks and errors take precedence.
        var texts: [String] = []
        if let marks = names.marks(at: record.seq) { texts.append(style.mark(marks)) }
        if let children = children[record.seq] {
            texts.append(style.faint("(then \(children.map(String.init).joined(separator: " or ")))"))
        }
        if let error = record.error { texts.append(style.warning("failed: \(error)")) }
        // The graph does not show the line to the parent.
        if record.parent != record.seq - 1, graph?.isCrowded ?? true {
            texts.append(style.faint("(after \(record.parent))"))
        }
        if let pause, pause <= Self.setBack { texts.append(style.faint("(the clock was set back here)")) }
        let start = texts.reduce(Cells.padded(type, to: columns.typeWidth)) { $0 + "  " + $1 }
        guard let available else { return start + "  " + PatchText.summary(of: record.patch) }
        let left = available - Cells.count(start) - 2
        guard left >= Self.leastSummary else {
            let short = ([type] + texts).joined(separator: "  ")
            return Cells.cut(left + 2 >= 0 ? start.trimmed : short, to: available)
        }
        return start + "  " + PatchText.summary(of: record.patch, cells: left)
    }

    /// The number of cells before the types, if there is no graph.
    var typeColumn: Int {
        let times = columns.showsTimes ? times.rowWidth + 2 - (columns.hasShortTimes ? 4 : 0) : 0
        return 4 + seqWidth + 2 + (roots.map { $0.width + 2 } ?? 0) + times
            + (columns.showsPauses ? Self.pauseWidth + 2 : 0)
            + (columns.showsDurations ? Self.durationWidth + 2 : 0)
    }

    private func statusMark(for record: ActionRecord, _ style: TextStyle) -> String {
        switch record.status {
        case .began, .failed: style.warning("!")
        case .dropped: style.warning("?")
        case .done: " "
        }
    }
}

/// The names that a log shows.
struct LogNames {
    /// The maximum width of a bookmark's note in a row, in cells.
    private static let longestNote = 40

    /// The bookmarks by seq.
    private var bookmarks: [Int: [Bookmark]] = [:]
    private var slices: [String: Int] = [:]

    init() {}

    /// Reads the bookmarks and slices.
    ///
    /// - Throws: `SessionError`.
    init(of timeline: Timeline) throws {
        for bookmark in try timeline.session.bookmarks() { bookmarks[bookmark.seq, default: []].append(bookmark) }
        let names = Set(try timeline.session.indexedMembers(of: .root)).sorted()
        slices = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the bookmarks at a seq.
    func bookmarks(at seq: Int) -> [Bookmark] { bookmarks[seq] ?? [] }

    /// Returns the names of the bookmarks at a seq, with their notes, as far as they fit into a row; nil if there are none.
    func marks(at seq: Int) -> String? {
        let texts = bookmarks(at: seq).map { bookmark in
            let note = bookmark.note.map { " \"\(Cells.cut(TerminalText.line($0), to: Self.longestNote))\"" }
            return ":" + TerminalText.line(bookmark.name) + (note ?? "")
        }
        return texts.isEmpty ? nil : "(\(texts.joined(separator: ", ")))"
    }

    /// Returns the index of the first slice that a patch changed; nil if unknown.
    func slice(of patch: Patch?) -> Int? {
        patch?.operations.first.flatMap { $0.path.tokens.first }.flatMap { slices[$0] }
    }
}
