#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// Key and mouse input in the panes, the list and the overlays.
extension DebugView {
    func show(_ other: Pane) throws {
        guard pane != other else { return isPaneFocused.toggle() }
        if other == .history {
            if session.pointer == nil { _ = try? pointerInMind() }
            try prepareHistory()
        }
        (pane, scroll) = (other, 0)
    }

    /// Recovers the states that the history shows, which may take long the first time.
    func prepareHistory() throws {
        try working {
            let work = ProgressReporter()
            _ = try session.states.recover(allIn: [timeline.first...timeline.last], work)
        }
    }

    /// Moves in the focused pane: the selection of the state, or the scroll position of another pane.
    func moveInPane(_ count: Int) throws {
        guard pane == .state else { return scroll = max(0, scroll + count) }
        let rows = try drawing.rows(of: tree, session)
        guard !rows.isEmpty else { return }
        let index = rows.firstIndex { $0.pointer == tree.selected } ?? 0
        select(rows[max(0, min(rows.count - 1, index + count))].pointer)
    }

    func select(_ pointer: Pointer) {
        tree.selected = pointer
        session.pointer = pointer
    }

    /// Handles the arrow keys: right expands, left folds or moves to the parent.
    func fold(_ direction: DebugSession.Direction) throws {
        let row = try drawing.rows(of: tree, session).first { $0.pointer == tree.selected }
        switch (direction, row?.isOpen) {
        case (.forward, false), (.back, true): tree.toggle(tree.selected)
        case (.forward, true): try moveInPane(1)
        case (.back, _): if let parent = tree.selected.parent { select(parent) }
        case (.forward, _): break
        }
    }

    func openValue() throws {
        guard pane == .state else {
            if let pointer = try pointerInMind() { tree.reveal(pointer) }
            (pane, isPaneFocused) = (.state, true)
            return
        }
        guard isPaneFocused else { return isPaneFocused = true }
        tree.toggle(tree.selected)
    }

    // MARK: The list

    func hide() throws {
        guard session.at > timeline.first else { return }
        let type = try timeline.session.type(of: session.at)
        log.hidden.insert(type)
        message = "\(TerminalText.line(type)) is hidden; F shows all"
        if let seq = try session.neighbour(.forward) ?? session.neighbour(.back) { try session.go(to: seq) }
        try goAlong(.forward, false)
        message = "\(TerminalText.line(type)) is hidden; F shows all"
    }

    func showBranches() throws {
        let branches = try DebugBranch.all(of: session)
        let here = branches.lastIndex { $0.start <= session.at } ?? 0
        overlay = .branches(branches, chosen: here)
    }

    // MARK: Overlays

    /// Handles a key in an overlay. Returns false if the key has no effect there.
    func moveOverlay(_ key: TerminalEvent.Key) throws -> Bool {
        let count: Int
        switch key {
        case .up, .character("k"): count = -1
        case .down, .character("j"): count = 1
        case .pageUp: count = -(heights.pane - 1)
        case .pageDown, .character(" "): count = heights.pane - 1
        case .enter:
            if case .branches(let branches, let chosen) = overlay, branches.indices.contains(chosen) {
                try go(to: branches[chosen].end)
            }
            overlay = nil
            return true
        default:
            overlay = nil
            return [.escape, .character("q"), .character("?")].contains(key)
        }
        moveOverlay(count)
        return true
    }

    func moveOverlay(_ count: Int) {
        switch overlay {
        case .text(let title, let lines, let scroll):
            let most = max(0, lines.count - heights.pane)
            overlay = .text(title: title, lines, scroll: max(0, min(most, scroll + count)))
        case .branches(let branches, let chosen):
            overlay = .branches(branches, chosen: max(0, min(branches.count - 1, chosen + count)))
        case nil: break
        }
    }

    // MARK: Mouse

    func take(_ mouse: TerminalEvent.Mouse, _ column: Int, _ row: Int) throws {
        let wheel = mouse == .wheelUp ? -3 : mouse == .wheelDown ? 3 : 0
        if overlay != nil {
            if wheel == 0 { overlay = nil }
            return moveOverlay(wheel)
        }
        guard question == nil else { return }
        let areas = drawing.areas
        switch areas.place(column, row) {
        case .list(let index):
            if wheel != 0 { return try log.scroll(wheel, session) }
            guard areas.rows.indices.contains(index) else { return }
            isPaneFocused = false
            message = nil
            try go(to: areas.rows[index].seqs.lowerBound)
        case .tab(let other): if wheel == 0 { try show(other) }
        case .pane(let index):
            if wheel != 0 {
                if pane == .state { try moveInPane(wheel) } else { scroll = max(0, scroll + wheel) }
                return
            }
            isPaneFocused = true
            guard pane == .state else { return }
            let rows = try drawing.rows(of: tree, session)
            guard rows.indices.contains(scroll + index) else { return }
            let pointer = rows[scroll + index].pointer
            if pointer == tree.selected { tree.toggle(pointer) }
            select(pointer)
        case nil: break
        }
    }
}

#endif
