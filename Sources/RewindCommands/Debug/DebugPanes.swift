import RewindAnswers
import RewindTimeline
import RewindTree

/// The panes beside the list, of which one is visible. The drawn lines are cached.
final class DebugPanes {
    enum Pane: Int, CaseIterable {
        case diff, state, screen, action, history

        var name: String {
            switch self {
            case .diff: "Diff"
            case .state: "State"
            case .screen: "Screen"
            case .action: "Action"
            case .history: "History"
            }
        }
    }

    private(set) var pane = Pane.diff
    var isFocused = false
    /// The text to highlight.
    var pattern: TextPattern?
    private let session: DebugSession
    private let style: TextStyle
    private let file: String
    private let list: DebugList
    private var tree = DebugTree()
    /// The first visible line of the pane; for the state, its first visible row.
    private var scroll = 0
    /// The number of cells that are scrolled out on the left.
    private var shift = 0
    private var area = TerminalFrame.Area()
    private var tabs: [(area: TerminalFrame.Area, pane: Pane)] = []
    private var text: (key: String, lines: [String])?
    private var knownRows: (key: String, rows: [DebugTree.Row])?

    init(of session: DebugSession, file: String, style: TextStyle, list: DebugList) {
        self.session = session
        self.file = file
        self.style = style
        self.list = list
    }

    /// Clears the caches, after the session was read again.
    func forget() {
        (text, knownRows) = (nil, nil)
    }

    /// The number of lines that are visible.
    var height: Int { area.rows.count }

    // MARK: Keys and mouse

    func show(_ other: Pane) {
        (pane, scroll, shift) = (other, 0, 0)
    }

    /// Scrolls sideways.
    func shift(_ cells: Int) {
        shift = max(0, shift + cells)
    }

    /// Scrolls to the beginning after a move, except in the state.
    func moved() {
        if pane != .state { scroll = 0 }
    }

    /// Moves the selection of the state, or the scroll position of another pane.
    func move(_ count: Int) throws {
        guard pane == .state else { return scroll = max(0, scroll + count) }
        let rows = try rows()
        guard !rows.isEmpty else { return }
        let index = rows.firstIndex { $0.pointer == tree.selected } ?? 0
        select(rows[max(0, min(rows.count - 1, index + count))].pointer)
    }

    /// Handles the arrow keys in the state: right expands, left folds or moves to the parent.
    func fold(_ direction: DebugSession.Direction) throws {
        let row = try rows().first { $0.pointer == tree.selected }
        switch (direction, row?.isOpen) {
        case (.forward, false), (.back, true): tree.toggle(tree.selected)
        case (.forward, true): try move(1)
        case (.back, _): if let parent = tree.selected.parent { select(parent) }
        case (.forward, _): break
        }
    }

    /// Expands or folds the selected value. Returns the value if it has no children.
    func open() throws -> (pointer: Pointer, value: Tree)? {
        guard let row = try rows().first(where: { $0.pointer == tree.selected }) else { return nil }
        guard row.isOpen != nil else { return (row.pointer, row.value) }
        tree.toggle(row.pointer)
        return nil
    }

    /// Expands the ancestors of a value and selects it.
    func reveal(_ pointer: Pointer) {
        tree.reveal(pointer)
    }

    /// Handles the mouse. Returns the tab that was clicked, or nil.
    func take(_ mouse: TerminalEvent.Mouse, _ column: Int, _ row: Int) throws -> Pane? {
        if mouse == .click, let tab = tabs.first(where: { $0.area.contains(column, row) }) { return tab.pane }
        guard area.contains(column, row) else { return nil }
        switch mouse {
        case .wheelUp, .wheelDown: try move(mouse.steps)
        case .click:
            isFocused = true
            guard pane == .state else { return nil }
            let (rows, index) = (try rows(), scroll + row - area.rows.lowerBound)
            guard rows.indices.contains(index) else { return nil }
            if rows[index].pointer == tree.selected { _ = try open() }
            select(rows[index].pointer)
        }
        return nil
    }

    private func select(_ pointer: Pointer) {
        tree.selected = pointer
        session.pointer = pointer
    }

    // MARK: Drawing

    /// Draws the pane into an area, with its tabs in the row above. Without an area, it is not visible.
    func put(in frame: inout TerminalFrame, _ area: TerminalFrame.Area?) {
        (self.area, tabs) = (area ?? TerminalFrame.Area(), [])
        guard let area else { return }
        putTabs(in: &frame)
        do {
            if pane == .state { return try putState(in: &frame) }
            let lines = try lines()
            scroll = max(0, min(scroll, lines.count - height))
            put(Array(lines.dropFirst(scroll)), in: &frame)
            let more = lines.count - scroll - height
            frame.putMore(more, column: area.columns.lowerBound, row: area.rows.upperBound - 1, style)
        } catch {
            let failure = Wording.failure(for: error)
            let texts = [failure?.message, failure?.hint?.line(for: file)].compactMap { $0 }
            put(
                texts.flatMap { Cells.wrapped(TerminalText.line($0), to: area.columns.count) }.map(style.warning),
                in: &frame
            )
        }
    }

    private func put(_ lines: [String], in frame: inout TerminalFrame) {
        // Some text stays visible.
        let widest = zip(lines, area.rows).map { Cells.count($0.0) }.max() ?? 0
        shift = max(0, min(shift, widest - 1))
        for (line, row) in zip(lines, area.rows) {
            let line = pattern.map { style.marking($0.firstRange, in: line) } ?? line
            let shown = Cells.dropping(shift, of: line)
            frame.put(shown, column: area.columns.lowerBound, row: row, width: area.columns.count)
        }
    }

    private func putTabs(in frame: inout TerminalFrame) {
        var (column, texts): (Int, [String]) = (area.columns.lowerBound, [])
        let row = area.rows.lowerBound - 1
        for pane in Pane.allCases {
            let text = "\(pane.rawValue + 1) \(pane.name)"
            let end = column + Cells.count(text)
            tabs.append((TerminalFrame.Area(columns: column..<end, rows: row..<row + 1), pane))
            let mark = style.isOn ? text : text.uppercased()
            texts.append(
                pane != self.pane ? style.faint(text) : isFocused ? style.selected(mark) : style.strong(mark)
            )
            column = end + 1
        }
        frame.put(texts.joined(separator: " "), column: area.columns.lowerBound, row: row)
    }

    /// Returns the lines of the pane.
    private func lines() throws -> [String] {
        let pointer = session.pointer?.description ?? "-"
        let width = area.columns.count + shift
        let key = "\(pane) \(session.at) \(width) \(height + scroll) \(pointer)"
        if let text, text.key == key { return text.lines }
        let lines =
            switch pane {
            case .diff: try diff()
            case .screen: try screen()
            case .action: try action()
            case .history: try history()
            case .state: [String]()
            }
        text = (key, lines)
        return lines
    }

    private func diff() throws -> [String] {
        let (timeline, at) = (session.timeline, session.at)
        guard at > timeline.first else { return [style.faint(DebugText.firstState)] }
        let type = try timeline.session.caption(at)
        let head = "\(style.strong(String(at)))  \(style.name(type.type))"
        let time = style.faint(TimeText().dayAndTime(type.at))
        guard try timeline.session.isEffectKnown(at) else { return [head, time, "", "(effect unknown)"] }
        let before = try timeline.parent(of: at)
        let known = try timeline.lastKnownState(through: before)
        let since = known == before ? [] : [style.faint("since \(known): the state at \(before) is unknown")]
        let lines = try DebugText.difference(from: before, to: at, at: .root, timeline, style, nil)
        let error = type.error.map { [style.warning("failed: \($0)")] } ?? []
        return [head, time] + since + error + [""] + (lines.isEmpty ? [style.faint("(no change)")] : wrapped(lines))
    }

    private func screen() throws -> [String] {
        guard let screen = RegisteredApp.current?.screen(try session.timeline.state(at: session.at)) else {
            throw CommandError.noScreens
        }
        return DebugText.lines(of: TerminalText.lines(screen))
    }

    private func action() throws -> [String] {
        let timeline = session.timeline
        guard session.at > timeline.first else { throw TimelineError.noActionLed(to: session.at) }
        let asked = Session(timeline)
        let report = ActionReport(try FoundAction(session.at, in: asked), in: timeline)
        let causes = try CauseText(of: .action(session.at), in: asked)
        let lines = report.whole(style: style, bookmarks: list.bookmarks(at: session.at), causes: causes, width: nil)
        return wrapped(lines.flatMap(DebugText.lines))
    }

    private func history() throws -> [String] {
        guard let pointer = session.pointer else { return [style.faint("Select a value in the state first.")] }
        let lines = try DebugText.history(
            of: pointer,
            in: session,
            style,
            area.columns.count + shift,
            limit: height + scroll
        )
        return [style.name(pointer.name()), ""] + (lines.isEmpty ? [style.faint("No value up to here.")] : lines)
    }

    /// Returns long lines wrapped rather than cut.
    private func wrapped(_ lines: [String]) -> [String] {
        lines.flatMap { Cells.wrapped($0, to: area.columns.count, indent: 4) }
    }

    // MARK: State

    /// Returns the visible rows of the state.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    private func rows() throws -> [DebugTree.Row] {
        let key = "\(session.at) \(tree.open.hashValue)"
        if let knownRows, knownRows.key == key { return knownRows.rows }
        let timeline = session.timeline
        let state = try timeline.state(at: session.at)
        let before = try? timeline.state(at: timeline.parent(of: session.at))
        let rows = tree.rows(of: state, before: session.at > timeline.first ? before : state)
        knownRows = (key, rows)
        return rows
    }

    private func putState(in frame: inout TerminalFrame) throws {
        let (rows, width) = (try rows(), area.columns.count + shift)
        let selected = rows.firstIndex { $0.pointer == tree.selected }
        if let selected { scroll = min(max(scroll, selected - height + 1), selected) }
        scroll = max(0, min(scroll, rows.count - height))
        let lines = zip(rows.indices, rows).dropFirst(scroll).prefix(height).map { index, row in
            guard index == selected else { return DebugTree.line(for: row, style: style, width: width) }
            let line = DebugTree.line(for: row, style: TextStyle(isOn: false), width: width)
            if !style.isOn { return "»" + line.dropFirst() }
            return isFocused ? style.selected(Cells.padded(line, to: width)) : style.strong(line)
        }
        put(lines, in: &frame)
    }
}

extension TerminalEvent.Mouse {
    /// The number of rows to scroll.
    var steps: Int {
        switch self {
        case .wheelUp: -3
        case .wheelDown: 3
        case .click: 0
        }
    }
}
