import RewindAnswers
import RewindSession
import RewindTree
import RewindTimeline

/// The text of an action that answers a question.
struct ActionReport: CommandReport {
    private let found: FoundAction
    private let timeline: Timeline

    var seq: Int { found.seq }
    private var record: ActionRecord { found.action.record }

    init(_ found: FoundAction, in timeline: Timeline) {
        self.found = found
        self.timeline = timeline
    }

    func encode(to encoder: any Encoder) throws {
        try found.encode(to: encoder)
    }

    /// Returns the action as a line of a list, with the values that a condition read.
    func line(_ lines: LogLines, style: TextStyle) -> String {
        let head = lines.head(of: record)
        let values = (found.values ?? []).map { $0.line(style: style) }.joined(separator: ", ")
        return Cells.cut("\(head)  \(style.name(record.type))  \(values)".trimmed, to: Output.terminalColumns)
    }

    /// Returns everything known of the action, each part under its name, as `git show` prints a commit.
    func whole(
        style: TextStyle,
        bookmarks: [Bookmark],
        causes: CauseText,
        width: Int? = Output.terminalColumns
    ) -> [String] {
        let times = TimeText()
        let names = bookmarks.map { ":\($0.name)" }
        let marks = names.isEmpty ? "" : "  " + style.mark("(\(names.joined(separator: ", ")))")
        var rows = [("at", times.dayAndTime(record.at)), ("parent", String(record.parent))]
        if let duration = record.duration { rows.append(("took", SpanText.duration(duration))) }
        if record.status != .done { rows.append(("status", style.warning(record.status.rawValue))) }
        if let error = record.error { rows.append(("error", style.warning(error))) }
        if let origin = record.origin { rows.append(("from", TerminalText.line(origin))) }
        if let line = causes.line { rows.append(("cause", line)) }
        for note in bookmarks.compactMap(\.note) { rows.append(("note", TerminalText.line(note))) }
        let payload = record.payload.map { JSONText(style: style).text(of: $0) } ?? "(not recorded)"
        let changed = changes(style: style, width: width, indent: 2)
        return ["\(style.strong("action \(seq)"))  \(style.name(record.type))\(marks)"]
            + rows.map { "  " + style.faint(Cells.padded($0, to: 8)) + $1 }
            + ["", style.strong("payload")] + payload.split(separator: "\n").map { "  \($0)" }
            + ["", style.strong("changed")]
            + (changed.isEmpty ? ["  " + (record.patch == nil ? "(effect unknown)" : "(nothing)")] : changed)
    }

    /// Returns the action as a log line, with its call site and its changes below.
    func lines(style: TextStyle) throws -> [String] {
        let cursor = try timeline.cursor()
        var lines = LogLines(
            style: style,
            cursor: cursor,
            last: seq,
            columns: .init(width: nil, typeWidth: 0, hasFullTimes: Output.hasWholeTimes)
        )
        lines.branches = try CursorBranch(of: timeline)
        let dispatch = record.origin.map { ["     " + WriteReport.dispatch(at: record.at, from: $0)] } ?? []
        return [lines.line(for: record)] + dispatch
            + changes(style: style, width: Output.terminalColumns, indent: 5)
            + (found.values ?? []).map { $0.line(style: style) }
    }

    private func changes(style: TextStyle, width: Int?, indent: Int) -> [String] {
        found.difference.map { DifferenceText(style: style, width: width, indent: indent).lines(for: $0) } ?? []
    }
}

extension FoundAction.ReadValue {
    fileprivate func line(style: TextStyle) -> String {
        let call = "\(function.rawValue)('\(pointer.description.replacing("'", with: "''"))')"
        return "\(style.name(call)) = \(BriefText.text(of: value?.tree, limit: 60))"
    }
}
