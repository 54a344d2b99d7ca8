#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// The list of actions.
extension DebugDrawing {
    func putList(of view: DebugView, width: Int, height: Int, in frame: inout TerminalFrame) {
        let (session, style) = (view.session, view.style)
        let isFocused = !view.isPaneFocused
        let count = BriefText.count(session.timeline.last - session.timeline.first, "action")
        let title = view.log.folds ? "\(count), noise folded" : count
        frame.put(isFocused ? style.strong(title) : style.faint(title), row: 1, width: width)
        if linesWidth != width || lines.count > Self.mostKeptLines { (lines, linesWidth) = ([:], width) }
        do {
            areas.rows = try view.log.window(of: session, height: height)
            let at = session.at
            try keepLines(of: areas.rows.compactMap { if case .action(let seq) = $0 { seq } else { nil } }, view, width)
            let plain = try logLines(session, Style(isOn: false), width)
            for (index, row) in areas.rows.enumerated() {
                var line: String
                switch row {
                case .action(at):
                    line =
                        at == session.timeline.first
                        ? DebugText.firstLine(of: session.timeline, plain.style)
                        : Self.line(at, session, plain)
                    line =
                        style.isOn
                        ? style.selected(Cells.padded(Cells.cut(TerminalText.line(line), to: width), to: width))
                        : "»" + line.dropFirst()
                case .action(let seq) where seq == session.timeline.first:
                    line = DebugText.firstLine(of: session.timeline, style)
                case .action(let seq): line = lines[seq] ?? ""
                case .fold(let seqs, let types):
                    line = try logLines(session, style, width).line(
                        folding: types,
                        from: seqs.lowerBound,
                        to: seqs.upperBound
                    )
                }
                frame.put(line, row: 2 + index, width: width)
            }
        } catch {
            frame.put(style.warning(Wording.failure(for: error)?.message ?? ""), row: 2, width: width)
        }
    }

    /// Draws the lines that are not cached yet, with one query.
    func keepLines(of seqs: [Int], _ view: DebugView, _ width: Int) throws {
        let missing = seqs.filter { lines[$0] == nil && $0 > view.session.timeline.first }
        guard !missing.isEmpty else { return }
        let log = try logLines(view.session, view.style, width)
        for seq in missing {
            lines[seq] = Self.line(seq, view.session, log)
        }
    }

    /// Returns the line of an action, or a note that it cannot be read.
    private static func line(_ seq: Int, _ session: DebugSession, _ log: LogLines) -> String {
        do {
            return try record(seq, session).map { log.line(for: $0) } ?? "    \(seq)"
        } catch {
            return "    \(seq)  " + log.style.warning("cannot be read")
        }
    }

    /// Returns an action without its payload, which log lines do not show.
    static func record(_ seq: Int, _ session: DebugSession) throws -> ActionRecord? {
        try session.timeline.session.row(seq, ActionRow.Columns.record.subtracting(.payload)) { row in
            try row.record(payload: nil, patch: row.patch)
        }
    }

    func logLines(_ session: DebugSession, _ style: Style, _ width: Int) throws -> LogLines {
        let facts = try sessionFacts(of: session)
        var columns = LogLines.Columns(width: width, typeWidth: 0)
        // Type and changes matter most; the pane beside the list shows the time.
        columns.showsTimes = width >= 100
        columns.hasShortTimes = true
        columns.showsPauses = false
        columns.showsDurations = false
        let available = width - 6 - String(session.timeline.last).count
        columns.typeWidth = min(facts.typeWidth, available < 40 ? available : max(24, available / 2))
        var lines = LogLines(style: style, cursor: facts.cursor, last: session.timeline.last, columns: columns)
        lines.names = try logNames(session)
        lines.way = facts.way
        return lines
    }

    func sessionFacts(
        of session: DebugSession
    ) throws -> (cursor: Int, way: [ClosedRange<Int>], typeWidth: Int, ending: String?) {
        if let facts { return facts }
        let timeline = session.timeline
        let cursor = try timeline.cursor()
        let ending = try timeline.session.ending()
        let facts = (
            cursor: cursor,
            way: cursor == timeline.last ? [] : try timeline.path(to: cursor).ranges,
            typeWidth: try timeline.session.longestTypeName(),
            ending: ending.way == .closed ? nil : ending.way.rawValue
        )
        self.facts = facts
        return facts
    }

    func logNames(_ session: DebugSession) throws -> LogNames {
        if let names { return names }
        let names = try LogNames(of: session.timeline)
        self.names = names
        return names
    }
}

#endif
