#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// The panes beside the list.
extension DebugDrawing {
    func putTabs(of view: DebugView, column start: Int, in frame: inout TerminalFrame) {
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

    func putPane(
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
            let texts = [failure?.message, failure?.hint?.line(for: view.file)].compactMap { $0 }
            let lines = texts.flatMap { Cells.wrapped(TerminalText.line($0), to: width, indent: 0) }
            for (index, line) in lines.prefix(height).enumerated() {
                frame.put(style.warning(line), column: column, row: 2 + index, width: width)
            }
        }
    }

    func paneLines(of view: DebugView, _ width: Int, _ height: Int) throws -> [String] {
        let (session, style) = (view.session, view.style)
        let (timeline, at) = (session.timeline, session.at)
        switch view.pane {
        case .diff:
            guard at > timeline.first else { return [style.faint(DebugText.firstState)] }
            let type = try timeline.session.caption(at)
            let head = "\(style.strong(String(at)))  \(style.name(type.type))"
            let time = style.faint(TimeText().dayAndTime(type.at))
            guard try timeline.session.isEffectKnown(at) else { return [head, time, "", "(effect unknown)"] }
            let before = try timeline.parent(of: at)
            let known = try timeline.lastKnownState(through: before)
            let since = known == before ? [] : [style.faint("since \(known): the state at \(before) is unknown")]
            // Long lines are wrapped rather than cut.
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
            guard let pointer = session.pointer else { return [style.faint("Select a value in the state first.")] }
            let name = pointer == .root ? "(root)" : pointer.description
            let lines = try DebugText.history(
                of: pointer,
                in: session,
                style,
                width,
                limit: height + view.scroll,
                ProgressReporter()
            )
            return [style.name(name), ""] + (lines.isEmpty ? [style.faint("No value up to here.")] : lines)
        case .state: return []
        }
    }

    // MARK: State

    /// Returns the visible rows of the state.
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

    func putState(
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
}

#endif
