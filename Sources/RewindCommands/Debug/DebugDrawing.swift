#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// Draws the full screen, and caches what was drawn: a step draws only what is new.
final class DebugDrawing {
    /// The positions of the elements in the last frame.
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

    /// The minimum width, in cells, at which the list and the pane are side by side.
    static let leastForBoth = 64
    static let mostKeptLines = 2_000

    var areas = Areas()
    var lines: [Int: String] = [:]
    var linesWidth = 0
    var names: LogNames?
    var facts: (cursor: Int, way: [ClosedRange<Int>], typeWidth: Int, ending: String?)?
    var text: (key: String, lines: [String])?
    var treeRows: (key: String, rows: [DebugTree.Row])?

    /// Clears the caches, after the session was read again.
    func forget() {
        (lines, names, facts, text, treeRows) = ([:], nil, nil, nil, nil)
    }

    /// Returns the frame of a view on a terminal of this size. Data that cannot be read is replaced by the error
    /// message.
    ///
    /// - Complexity: Linear in the visible rows, plus the difference of two states or the expanded part of one.
    func frame(of view: DebugView, size: TerminalFrame.Size) -> TerminalFrame {
        var frame = TerminalFrame(size: size)
        guard size.rows >= 6, size.columns >= 20 else {
            frame.put("Too small: use 20x6 or more", row: 0)
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

    // MARK: Title and footer

    private func putTitle(of view: DebugView, in frame: inout TerminalFrame) {
        let (session, style) = (view.session, view.style)
        let ending = (try? sessionFacts(of: session))?.ending
        let names = ((try? logNames(session))?.bookmarks[session.at] ?? []).map { ":\($0)" }
        let known = (try? session.timeline.lastKnownState(through: session.at)) ?? session.at
        let unknown = known == session.at ? nil : "unknown; showing the state at \(known)"
        let all = [unknown].compactMap { $0 } + names
        let marks = all.isEmpty ? "" : "  (\(all.joined(separator: ", ")))"
        let left = " \(session.at) of \(session.timeline.last)\(marks)  \(TerminalText.line(view.file))"
        let right = [ending, "? keys "].compactMap { $0 }.joined(separator: "  ")
        let available = frame.size.columns - Cells.count(right) - 2
        let text = available > 16 ? Cells.padded(Cells.cut(left, to: available), to: available) + "  " + right : left
        frame.put(style.selected(Cells.padded(Cells.cut(text, to: frame.size.columns), to: frame.size.columns)), row: 0)
    }

    private func putFoot(of view: DebugView, in frame: inout TerminalFrame) {
        let (status, last) = (frame.size.rows - 2, frame.size.rows - 1)
        if let message = view.message {
            frame.put(message, row: status)
        } else {
            let hidden = view.log.hidden.isEmpty ? nil : "\(BriefText.count(view.log.hidden.count, "type")) hidden"
            let stops = view.session.stops
            let breakpoints = stops.count(where: \.isBreakpoint)
            let watches = stops.count - breakpoints
            let counts = [
                breakpoints > 0 ? BriefText.count(breakpoints, "breakpoint") : nil,
                watches > 0 ? "\(watches) watch\(watches == 1 ? "" : "es")" : nil, hidden,
            ].compactMap { $0 }.joined(separator: ", ")
            frame.put(view.style.faint(counts), column: frame.size.columns - Cells.count(counts), row: status)
            if let pointer = view.session.pointer, pointer != .root {
                let available = frame.size.columns - Cells.count(counts) - 2
                let value = (try? view.session.timeline.value(at: view.session.at, pointer)) ?? nil
                let text =
                    "\(view.style.name(pointer.description)) = \(BriefText.text(of: value, limit: max(16, available / 2)))"
                frame.put(
                    Cells.padded(Cells.cut(text, to: available), to: available + 2) + view.style.faint(counts),
                    row: status
                )
            }
        }
        if let question = view.question, let field = view.fields[question] {
            let available = frame.size.columns - Cells.count(question.prompt) - 1
            let (text, caret) = field.shown(in: max(1, available))
            frame.put(view.style.strong(question.prompt) + text, row: last)
            frame.caret = (min(frame.size.columns - 1, Cells.count(question.prompt) + caret), last)
        } else {
            frame.put(
                view.style.faint("↑↓ step  [ ] write  / search  w watch  n N hit  : verb  Tab pane  q quit"),
                row: last
            )
        }
    }

    // MARK: Overlays

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
            frame.put("\(style.strong("Branches"))  \(style.faint("Enter goes to its end, Esc closes"))", row: 1)
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

#endif
