#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// The lines of a log, in columns.
struct LogLines {
    /// What stands in the columns, and how wide they are.
    struct Columns {
        /// In cells; nil where lines may be of any length.
        var width: Int?
        var typeWidth: Int
        /// Whether there is how long after the one before an action came.
        var showsPauses = false
        var showsDurations = false
        /// Whether there is when an action came.
        var showsTimes = true
        /// Whether a time ends with the second.
        var hasShortTimes = false

        /// All that there is room for in so many cells.
        init(width: Int?, typeWidth: Int, showsDurations: Bool = false) {
            self.width = width
            self.typeWidth = typeWidth
            self.showsDurations = showsDurations || width ?? 0 >= 110
            showsPauses = width ?? 0 >= 72
            hasShortTimes = (72..<110).contains(width ?? 0)
            // A type with a longer name takes the room of what is behind it.
            if let width { self.typeWidth = min(typeWidth, max(16, width / 3)) }
        }
    }

    private static let pauseWidth = 8
    private static let durationWidth = 7
    /// In less cells than these, what changed says nothing.
    private static let leastSummary = 6

    let style: Style
    let cursor: Int
    let last: Int
    var columns: Columns
    /// What actions are called by a person, and where the state has its slices.
    var names = LogNames()
    /// The actions on the way to the cursor, as runs in order; those that are not are faint.
    var way: [ClosedRange<Int>] = []
    private let times = TimeText()

    init(style: Style, cursor: Int, last: Int, columns: Columns) {
        self.style = style
        self.cursor = cursor
        self.last = last
        self.columns = columns
    }

    /// The line for one action, behind the columns of a graph where there is one; `pause` is how long after the one
    /// before it came, in microseconds.
    func line(for record: ActionRecord, pause: Int64? = nil, in graph: LogGraph? = nil) -> String {
        let isOnWay = way.isEmpty || contains(record.seq)
        let style = isOnWay ? style : Style(isOn: false)
        let cursorMark = record.seq == cursor ? style.strong(">") : graph == nil ? " " : "*"
        let mark = graph?.cell(mark: cursorMark) ?? cursorMark
        let seq = Cells.padded(String(record.seq), to: String(last).count, isRight: true)
        let time = times.time(record.at)
        var cells = ["\(mark) \(statusMark(for: record, style)) \(seq)"]
        if columns.showsTimes { cells.append(style.faint(columns.hasShortTimes ? String(time.dropLast(4)) : time)) }
        if columns.showsPauses {
            cells.append(style.faint(Cells.padded(pause.map(SpanText.pause) ?? "", to: Self.pauseWidth, isRight: true)))
        }
        if columns.showsDurations {
            let text = record.duration.map(SpanText.duration) ?? ""
            cells.append(style.faint(Cells.padded(text, to: Self.durationWidth, isRight: true)))
        }
        let head = cells.joined(separator: "  ")
        let room = columns.width.map { max(8, $0 - Cells.count(head) - 2) }
        let tail = tail(of: record, in: graph, room, style)
        return isOnWay ? head + "  " + tail : self.style.faint(head + "  " + tail)
    }

    /// The columns in front of the type.
    func head(of record: ActionRecord) -> String {
        let seq = Cells.padded(String(record.seq), to: String(last).count, isRight: true)
        return "  \(statusMark(for: record, style)) \(seq)  \(style.faint(times.time(record.at)))"
    }

    /// The type, the names, what changed and what went wrong, in so many cells.
    private func tail(of record: ActionRecord, in graph: LogGraph?, _ room: Int?, _ style: Style) -> String {
        let name = TerminalText.line(record.type)
        let type = style.hue(name, names.slice(of: record.patch))
        let marks = names.bookmarks[record.seq].map { style.mark("(\($0.map { ":\($0)" }.joined(separator: ", ")))") }
        let failure = record.error.map { style.warning("failed: \($0)") }
        // Where the line to it cannot be seen.
        let isElsewhere = graph.map(\.isCrowded) ?? (columns.width != nil)
        let parent =
            isElsewhere && record.parent != record.seq - 1 ? style.faint("(after \(record.parent))") : nil
        guard let room else {
            return [
                Cells.padded(type, to: columns.typeWidth), marks, PatchText.summary(of: record.patch), failure, parent,
            ].compactMap { $0 }.joined(separator: "  ")
        }
        // What a person would miss comes first where not all of it has room.
        let texts = [marks, failure, parent].compactMap { $0 }
        let start = ([Cells.padded(type, to: columns.typeWidth)] + texts).joined(separator: "  ")
        let left = room - Cells.count(start) - 2
        guard left >= Self.leastSummary else {
            let short = ([type] + texts).joined(separator: "  ")
            return Cells.cut(left + 2 >= 0 ? start.trimmed : short, to: room)
        }
        return start + "  " + PatchText.summary(of: record.patch, cells: left)
    }

    /// How many cells there are in front of the types, where there is no graph.
    var typeColumn: Int {
        let times = columns.showsTimes ? columns.hasShortTimes ? 10 : 14 : 0
        return 4 + String(last).count + 2 + times + (columns.showsPauses ? Self.pauseWidth + 2 : 0)
            + (columns.showsDurations ? Self.durationWidth + 2 : 0)
    }

    private func contains(_ seq: Int) -> Bool {
        let index = way.partitioningIndex { $0.upperBound >= seq }
        return index < way.count && way[index].contains(seq)
    }

    private func statusMark(for record: ActionRecord, _ style: Style) -> String {
        switch record.status {
        case .began, .failed: style.warning("!")
        case .dropped: style.warning("?")
        case .done: " "
        }
    }
}

/// What is known by name at a log's lines.
struct LogNames {
    /// The names of bookmarks by seq.
    private(set) var bookmarks: [Int: [String]] = [:]
    private var slices: [String: Int] = [:]

    init() {}

    /// - Throws: `SessionError`.
    init(of timeline: Timeline) throws {
        for bookmark in try timeline.session.bookmarks() { bookmarks[bookmark.seq, default: []].append(bookmark.name) }
        let names = Set(try timeline.session.indexedMembers(of: .root)).sorted()
        slices = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The number of the first slice that a patch changed, nil where it is not known.
    func slice(of patch: Patch?) -> Int? {
        patch?.operations.first.flatMap { $0.path.tokens.first }.flatMap { slices[$0] }
    }
}

extension String {
    /// The string without spaces at its end.
    var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

#endif
