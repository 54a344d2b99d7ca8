import RewindAnswers
import RewindSession
import RewindTimeline

/// The list of actions of the full screen. Drawn lines are cached, so that a step draws only what is new.
final class DebugList {
    private static let mostKeptLines = 2_000

    /// The rows.
    var log = DebugLog()
    /// The text to highlight.
    var pattern: TextPattern? { didSet { lines = [:] } }
    private let session: DebugSession
    private let style: TextStyle
    private var area = TerminalFrame.Area()
    private var rows: [DebugLog.Row] = []
    private var lines: [Int: String] = [:]
    /// The numbers of the stops that `lines` mark.
    private var markedStops: [Int] = []
    private var knownNames: LogNames?
    private var knownFacts: Facts?

    /// Facts about the session that all lines depend on.
    private struct Facts {
        let cursor: Int
        let branches: CursorBranch
        let typeWidth: Int
        let ending: String?
        /// The first actions of the branches, without the first branch.
        let forks: [Int]
        /// The actions that follow the state at a seq, if there are several.
        let children: [Int: [Int]]
    }

    init(of session: DebugSession, style: TextStyle) {
        (self.session, self.style) = (session, style)
    }

    /// Clears the caches, after the session was read again.
    func forget() {
        log.forget()
        (lines, knownNames, knownFacts) = ([:], nil, nil)
    }

    /// The number of rows that are visible.
    var height: Int { area.rows.count }

    /// Returns the row at a place in the last frame.
    func row(at column: Int, _ row: Int) -> DebugLog.Row? {
        guard area.contains(column, row), rows.indices.contains(row - area.rows.lowerBound) else { return nil }
        return rows[row - area.rows.lowerBound]
    }

    func contains(_ column: Int, _ row: Int) -> Bool { area.contains(column, row) }

    /// The way in which the recording ended; nil if it was closed.
    var ending: String? { (try? facts())?.ending }

    /// Returns the number of the branch that ends with a seq, and the number of all; nil if there is only one.
    func branch(of seq: Int) -> String? {
        guard let forks = (try? facts())?.forks, !forks.isEmpty else { return nil }
        return "branch \(1 + forks.count { $0 <= seq }) of \(forks.count + 1)"
    }

    /// Returns the bookmarks at a seq.
    func bookmarks(at seq: Int) -> [Bookmark] { (try? names())?.bookmarks(at: seq) ?? [] }

    // MARK: Drawing

    /// Draws the list into an area, with its title in the row above. Without an area, it is not visible.
    func put(in frame: inout TerminalFrame, _ area: TerminalFrame.Area?, isFocused: Bool) {
        let stops = session.stops.map(\.number)
        if area?.columns != self.area.columns || stops != markedStops || lines.count > Self.mostKeptLines {
            lines = [:]
        }
        markedStops = stops
        (self.area, rows) = (area ?? TerminalFrame.Area(), [])
        guard let area else { return }
        let width = area.columns.count
        let count = BriefText.count(session.timeline.last - session.timeline.first, "action")
        let hidden = log.hidden.isEmpty ? nil : "\(BriefText.count(log.hidden.count, "type")) hidden"
        let filter = log.filter.map { "only *\(TerminalText.line($0))*" } ?? (log.folds ? "noise folded" : nil)
        let title = [count, hidden, filter].compactMap(\.self).joined(separator: ", ")
        frame.put(isFocused ? style.strong(title) : style.faint(title), row: area.rows.lowerBound - 1, width: width)
        do {
            rows = try log.window(of: session, height: area.rows.count)
            let painted = try columns(style)
            for (index, row) in rows.enumerated() {
                frame.put(try line(of: row, painted), row: area.rows.lowerBound + index, width: width)
            }
        } catch {
            let text = Wording.failure(for: error)?.message ?? ""
            frame.put(style.warning(text), row: area.rows.lowerBound, width: width)
        }
    }

    private func line(of row: DebugLog.Row, _ painted: LogLines) throws -> String {
        switch row {
        case .action(session.at):
            let line = line(of: session.at, try columns(TextStyle(isOn: false)))
            let width = area.columns.count
            return style.isOn
                ? style.selected(Cells.padded(Cells.cut(TerminalText.line(line), to: width), to: width))
                : "»" + line.dropFirst()
        case .action(let seq):
            if let line = lines[seq] { return line }
            let line = line(of: seq, painted)
            lines[seq] = pattern.map { style.marking($0.firstRange, in: line) } ?? line
            return lines[seq] ?? line
        case .fold(let seqs, let types):
            return painted.line(folding: types, from: seqs.lowerBound, to: seqs.upperBound)
        }
    }

    /// Returns the line of an action, or a note that it cannot be read.
    private func line(of seq: Int, _ log: LogLines) -> String {
        if seq == session.timeline.first { return DebugText.firstLine(of: session.timeline, log.style) }
        do {
            // Log lines do not show the payload.
            let columns = ActionRow.Columns.record.subtracting(.payload)
            let record = try session.timeline.session.row(seq, columns) { row in
                try row.record(payload: nil, patch: row.patch)
            }
            guard let record else { return "    \(seq)" }
            let before = log.columns.showsPauses ? try session.timeline.session.row(seq - 1, .at) { try $0.at } : nil
            return log.line(for: record, pause: before.map(record.at.subtractingClamped))
        } catch {
            return "    \(seq)  " + log.style.warning("cannot be read")
        }
    }

    private func columns(_ style: TextStyle) throws -> LogLines {
        let facts = try facts()
        let (width, last) = (area.columns.count, session.timeline.last)
        var columns = LogLines.Columns(width: width, typeWidth: 0)
        columns.hasShortTimes = true
        // Type and changes matter most; the other columns are shown if they fit.
        var available = width - 6 - String(last).count
        func fits(_ cells: Int) -> Bool {
            guard available - cells >= max(40, min(facts.typeWidth, 30) + 14) else { return false }
            available -= cells
            return true
        }
        columns.showsTimes = fits(10)
        columns.showsDurations = columns.showsTimes && fits(9)
        columns.showsPauses = columns.showsDurations && fits(10)
        columns.typeWidth = min(facts.typeWidth, available < 40 ? available : max(24, available / 2))
        var lines = LogLines(style: style, cursor: facts.cursor, last: last, columns: columns)
        lines.names = try names()
        lines.branches = facts.branches
        lines.children = facts.children
        lines.isMarked = { [stops = session.stops] record in stops.contains { $0.marks(record) } }
        return lines
    }

    private func facts() throws -> Facts {
        if let knownFacts { return knownFacts }
        let timeline = session.timeline
        let cursor = try timeline.cursor()
        let ending = try timeline.session.ending()
        // Without them, the list is still readable.
        let branches = ((try? timeline.session.soundBranches()) ?? []).filter { $0.seq > timeline.first + 1 }
        var children = Dictionary(grouping: branches, by: \.parent).mapValues { $0.map(\.seq) }
        for parent in children.keys where (try? timeline.parent(of: parent + 1)) == parent {
            children[parent]?.insert(parent + 1, at: 0)
        }
        let facts = Facts(
            cursor: cursor,
            branches: try CursorBranch(of: timeline),
            typeWidth: try timeline.session.longestTypeName(),
            ending: ending.how == .closed ? nil : ending.how.rawValue,
            forks: branches.map(\.seq),
            children: children.filter { $0.value.count > 1 }
        )
        knownFacts = facts
        return facts
    }

    private func names() throws -> LogNames {
        if let knownNames { return knownNames }
        let names = try LogNames(of: session.timeline)
        knownNames = names
        return names
    }
}
