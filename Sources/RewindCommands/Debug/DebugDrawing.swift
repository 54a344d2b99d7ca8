import RewindSession
import RewindTimeline
import RewindTree

/// Draws the full screen, and keeps what was drawn: a step draws no more than what is new.
final class DebugDrawing {
    /// Where things are in the last frame.
    struct Areas {
        enum Place: Equatable {
            case list(Int)
            case tab(DebugView.Pane)
            case pane(Int)
        }

        var rows: [DebugLog.Row] = []
        var list = (columns: 0..<0, rows: 0..<0)
        var pane = (columns: 0..<0, rows: 0..<0)
        var tabs: [(columns: Range<Int>, pane: DebugView.Pane)] = []
        var tabRow = 1

        func place(_ column: Int, _ row: Int) -> Place? {
            if row == tabRow, let tab = tabs.first(where: { $0.columns.contains(column) }) { return .tab(tab.pane) }
            if list.columns.contains(column), list.rows.contains(row) { return .list(row - list.rows.lowerBound) }
            if pane.columns.contains(column), pane.rows.contains(row) { return .pane(row - pane.rows.lowerBound) }
            return nil
        }
    }

    /// In fewer cells than these, the list and the pane are not side by side.
    private static let leastForBoth = 64
    private static let mostKeptLines = 2_000

    private(set) var areas = Areas()
    private var lines: [Int: String] = [:]
    private var linesWidth = 0
    private var names: LogNames?
    private var facts: (cursor: Int, way: [ClosedRange<Int>], typeWidth: Int, ending: String?)?
    private var text: (key: String, lines: [String])?
    private var treeRows: (key: String, rows: [DebugTree.Row])?

    /// Forgets all, as what was read is no more.
    func forget() {
        (lines, names, facts, text, treeRows) = ([:], nil, nil, nil, nil)
    }

    /// The frame of a view on a terminal of that size. What cannot be read is told where it would stand.
    ///
    /// - Complexity: linear in the rows that are shown, with the difference of two states, or what is unfolded of one.
    func frame(of view: DebugView, size: TerminalFrame.Size) -> TerminalFrame {
        var frame = TerminalFrame(size: size)
        guard size.rows >= 6, size.columns >= 20 else {
            frame.put("The terminal is too small.", row: 0)
            return frame
        }
        let isBoth = size.columns >= Self.leastForBoth
        let listWidth = isBoth ? max(30, min(80, size.columns * 9 / 20)) : size.columns
        let height = size.rows - 4
        view.heights = (height, height)
        areas = Areas()
        putTitle(of: view, in: &frame)
        if isBoth || !view.isPaneFocused {
            areas.list = (0..<listWidth, 2..<2 + height)
            putList(of: view, width: listWidth, height: height, in: &frame)
        }
        if isBoth || view.isPaneFocused {
            let start = isBoth ? listWidth + 2 : 0
            areas.pane = (start..<size.columns, 2..<2 + height)
            if isBoth {
                for row in 1..<2 + height { frame.put(view.style.faint("│"), column: listWidth, row: row, width: 1) }
            }
            putTabs(of: view, column: start, in: &frame)
            putPane(of: view, column: start, width: size.columns - start, height: height, in: &frame)
        }
        putOverlay(of: view, height: height, in: &frame)
        putFoot(of: view, in: &frame)
        return frame
    }

    // MARK: Title and foot

    private func putTitle(of view: DebugView, in frame: inout TerminalFrame) {
        let (session, style) = (view.session, view.style)
        let ending = (try? known(session))?.ending
        let names = ((try? logNames(session))?.bookmarks[session.at] ?? []).map { ":\($0)" }
        let known = (try? session.timeline.lastKnownState(through: session.at)) ?? session.at
        let unknown = known == session.at ? nil : "not known: the state at \(known) stands in"
        let all = [unknown].compactMap { $0 } + names
        let marks = all.isEmpty ? "" : "  (\(all.joined(separator: ", ")))"
        let left = " \(session.at) of \(session.timeline.last)\(marks)  \(TerminalText.line(view.file))"
        let right = [ending, "? keys "].compactMap { $0 }.joined(separator: "  ")
        let room = frame.size.columns - Cells.count(right) - 2
        let text = room > 16 ? Cells.padded(Cells.cut(left, to: room), to: room) + "  " + right : left
        frame.put(style.selected(Cells.padded(Cells.cut(text, to: frame.size.columns), to: frame.size.columns)), row: 0)
    }

    private func putFoot(of view: DebugView, in frame: inout TerminalFrame) {
        let (status, last) = (frame.size.rows - 2, frame.size.rows - 1)
        if let message = view.message {
            frame.put(message, row: status)
        } else {
            let hidden = view.log.hidden.isEmpty ? nil : "\(BriefText.count(view.log.hidden.count, "type")) hidden"
            let stops = view.session.stops.isEmpty ? nil : BriefText.count(view.session.stops.count, "stop")
            let counts = [stops, hidden].compactMap { $0 }.joined(separator: ", ")
            frame.put(view.style.faint(counts), column: frame.size.columns - Cells.count(counts), row: status)
            if let pointer = view.session.pointer, pointer != .root {
                let room = frame.size.columns - Cells.count(counts) - 2
                let value = (try? view.session.timeline.value(at: view.session.at, pointer)) ?? nil
                let text =
                    "\(view.style.name(pointer.description)) = \(BriefText.text(of: value, limit: max(16, room / 2)))"
                frame.put(Cells.padded(Cells.cut(text, to: room), to: room + 2) + view.style.faint(counts), row: status)
            }
        }
        if let question = view.question, let field = view.fields[question] {
            let room = frame.size.columns - Cells.count(question.prompt) - 1
            let (text, caret) = field.shown(in: max(1, room))
            frame.put(view.style.strong(question.prompt) + text, row: last)
            frame.caret = (min(frame.size.columns - 1, Cells.count(question.prompt) + caret), last)
        } else {
            frame.put(
                view.style.faint("↑↓ step  [ ] writer  / search  w watch  n N hit  : verb  Tab pane  q quit"),
                row: last
            )
        }
    }

    // MARK: The list

    private func putList(of view: DebugView, width: Int, height: Int, in frame: inout TerminalFrame) {
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
                        : try Self.record(at, session).map { plain.line(for: $0) } ?? ""
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

    /// Draws the lines that are not kept yet, with few looks into the session.
    private func keepLines(of seqs: [Int], _ view: DebugView, _ width: Int) throws {
        let missing = seqs.filter { lines[$0] == nil && $0 > view.session.timeline.first }
        guard !missing.isEmpty else { return }
        let log = try logLines(view.session, view.style, width)
        for seq in missing {
            do {
                lines[seq] = try Self.record(seq, view.session).map { log.line(for: $0) } ?? "    \(seq)"
            } catch {
                lines[seq] = "    \(seq)  " + view.style.warning("cannot be read")
            }
        }
    }

    /// An action without its payload, which no line of the log tells of.
    private static func record(_ seq: Int, _ session: DebugSession) throws -> ActionRecord? {
        try session.timeline.session.row(seq, ActionRow.Columns.record.subtracting(.payload)) { row in
            try row.record(payload: nil, patch: row.patch)
        }
    }

    private func logLines(_ session: DebugSession, _ style: Style, _ width: Int) throws -> LogLines {
        let known = try known(session)
        var columns = LogLines.Columns(width: width, typeWidth: 0)
        // The type tells most, then what changed; when, the pane beside it says.
        columns.showsTimes = width >= 100
        columns.hasShortTimes = true
        columns.showsPauses = false
        columns.showsDurations = false
        let room = width - 6 - String(session.timeline.last).count
        columns.typeWidth = min(known.typeWidth, room < 40 ? room : max(24, room / 2))
        var lines = LogLines(style: style, cursor: known.cursor, last: session.timeline.last, columns: columns)
        lines.names = try logNames(session)
        lines.way = known.way
        return lines
    }

    private func known(
        _ session: DebugSession
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

    private func logNames(_ session: DebugSession) throws -> LogNames {
        if let names { return names }
        let names = try LogNames(of: session.timeline)
        self.names = names
        return names
    }

    // MARK: The pane

    private func putTabs(of view: DebugView, column start: Int, in frame: inout TerminalFrame) {
        var (column, texts): (Int, [String]) = (start, [])
        for pane in DebugView.Pane.allCases {
            let text = "\(pane.rawValue + 1) \(pane.name)"
            let isShown = pane == view.pane
            areas.tabs.append((column..<column + Cells.count(text), pane))
            let mark = view.style.isOn ? text : text.uppercased()
            texts.append(
                !isShown
                    ? view.style.faint(text) : view.isPaneFocused ? view.style.selected(mark) : view.style.strong(mark)
            )
            column += Cells.count(text) + 1
        }
        frame.put(texts.joined(separator: " "), column: start, row: 1)
    }

    private func putPane(
        of view: DebugView,
        column: Int,
        width: Int,
        height: Int,
        in frame: inout TerminalFrame
    ) {
        let style = view.style
        do {
            if view.pane == .state { return try putState(of: view, column, width, height, in: &frame) }
            let key =
                "\(view.pane) \(view.session.at) \(width) \(height + view.scroll) \(view.session.pointer?.description ?? "-")"
            if text?.key != key { text = (key, try paneLines(of: view, width, height)) }
            let lines = text?.lines ?? []
            view.scroll = max(0, min(view.scroll, lines.count - height))
            for (index, line) in lines.dropFirst(view.scroll).prefix(height).enumerated() {
                frame.put(line, column: column, row: 2 + index, width: width)
            }
            let more = lines.count - view.scroll - height
            if more > 0 {
                frame.put(style.faint("… \(BriefText.count(more + 1, "line")) more"), column: column, row: 1 + height)
            }
        } catch {
            let failure = Wording.failure(for: error)
            for (index, line) in [failure?.message ?? "", failure?.hint ?? ""].enumerated() {
                frame.put(style.warning(line), column: column, row: 2 + index, width: width)
            }
        }
    }

    private func paneLines(of view: DebugView, _ width: Int, _ height: Int) throws -> [String] {
        let (session, style) = (view.session, view.style)
        let (timeline, at) = (session.timeline, session.at)
        switch view.pane {
        case .diff:
            guard at > timeline.first else { return [style.faint(DebugText.firstState)] }
            let type = try timeline.session.caption(at)
            let head = "\(style.strong(String(at)))  \(style.name(type.type))"
            let time = style.faint(TimeText().dayAndTime(type.at))
            guard try timeline.session.isEffectKnown(at) else { return [head, time, "", "(effect not known)"] }
            let before = try timeline.parent(of: at)
            let known = try timeline.lastKnownState(through: before)
            let since = known == before ? [] : [style.faint("since \(known): what \(before) did is not known")]
            // What does not fit is on the next line rather than cut.
            let lines = try DebugText.difference(from: before, to: at, at: .root, timeline, style, nil)
                .flatMap { Cells.wrapped($0, to: width, indent: 4) }
            let error = type.error.map { [style.warning("failed: \($0)")] } ?? []
            return [head, time] + since + error + [""] + (lines.isEmpty ? [style.faint("(no change)")] : lines)
        case .screen:
            guard let screen = RegisteredApp.current?.screen(try timeline.state(at: at)) else {
                throw CommandError.noScreens
            }
            return TerminalText.lines(screen).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .action:
            guard at > timeline.first else { throw CommandError.noActionLed(seq: at) }
            let names = try logNames(session).bookmarks[at] ?? []
            return try ActionReport(of: at, in: timeline).whole(style: style, names: names, width: nil)
                .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
                .flatMap { Cells.wrapped($0, to: width, indent: 4) }
        case .history:
            guard let pointer = session.pointer else { return [style.faint("Select a value of the state first.")] }
            let name = pointer == .root ? "(root)" : pointer.description
            let lines = try DebugText.history(
                of: pointer,
                in: session,
                style,
                width,
                limit: height + view.scroll,
                LongWork()
            )
            return [style.name(name), ""] + (lines.isEmpty ? [style.faint("Nothing was there up to here.")] : lines)
        case .state: return []
        }
    }

    // MARK: The state

    /// The rows of the state that are unfolded.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    func rows(of tree: DebugTree, _ session: DebugSession) throws -> [DebugTree.Row] {
        let key = "\(session.at) \(tree.open.hashValue)"
        if let treeRows, treeRows.key == key { return treeRows.rows }
        let timeline = session.timeline
        let state = try timeline.state(at: session.at)
        let before = try? timeline.state(at: timeline.parent(of: session.at))
        let rows = tree.rows(of: state, before: session.at > timeline.first ? before : state)
        treeRows = (key, rows)
        return rows
    }

    private func putState(
        of view: DebugView,
        _ column: Int,
        _ width: Int,
        _ height: Int,
        in frame: inout TerminalFrame
    ) throws {
        let rows = try rows(of: view.tree, view.session)
        let selected = rows.firstIndex { $0.pointer == view.tree.selected }
        if let selected {
            view.scroll = min(max(view.scroll, selected - height + 1), selected)
        }
        view.scroll = max(0, min(view.scroll, rows.count - height))
        let plain = Style(isOn: false)
        for (index, row) in rows.dropFirst(view.scroll).prefix(height).enumerated() {
            let isSelected = index + view.scroll == selected
            var line = DebugTree.line(for: row, style: isSelected ? plain : view.style, width: width)
            if isSelected {
                line =
                    view.style.isOn
                    ? view.isPaneFocused ? view.style.selected(Cells.padded(line, to: width)) : view.style.strong(line)
                    : "»" + line.dropFirst()
            }
            frame.put(line, column: column, row: 2 + index, width: width)
        }
    }

    // MARK: What lies over the panes

    private func putOverlay(of view: DebugView, height: Int, in frame: inout TerminalFrame) {
        guard let overlay = view.overlay else { return }
        for row in 1..<2 + height { frame.put("", row: row) }
        let style = view.style
        switch overlay {
        case .text(let title, let lines, let scroll):
            frame.put("\(style.strong(title))  \(style.faint("Esc closes"))", row: 1)
            for (index, line) in lines.dropFirst(scroll).prefix(height).enumerated() {
                frame.put(line, column: 1, row: 2 + index)
            }
        case .branches(let branches, let chosen):
            frame.put("\(style.strong("Branches"))  \(style.faint("Enter goes to the end of one, Esc closes"))", row: 1)
            let start = max(0, min(chosen - height / 2, branches.count - height))
            for (index, branch) in branches.dropFirst(start).prefix(height).enumerated() {
                let isChosen = index + start == chosen
                let line = branch.line(style: isChosen ? Style(isOn: false) : style)
                frame.put(
                    isChosen ? (style.isOn ? style.selected(line) : "» " + line) : line,
                    column: 1,
                    row: 2 + index
                )
            }
        }
    }
}
