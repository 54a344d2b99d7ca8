/// A text or the list of branches, over the panes.
struct DebugOverlay {
    /// The effect of a key.
    enum Effect: Equatable {
        case none
        case close
        /// Closes the overlay and goes to a seq.
        case go(Int)
        /// Closes the overlay; the key has its usual effect.
        case pass
    }

    private enum Content {
        /// Lines for a number of columns and rows.
        case text((TerminalFrame.Size) -> [String], scroll: Int)
        case branches([DebugBranch], chosen: Int)
    }

    private let title: String
    private var content: Content
    private var drawn: (size: TerminalFrame.Size, lines: [String]) = (TerminalFrame.Size(columns: 0, rows: 10), [])

    init(title: String, _ lines: @escaping (TerminalFrame.Size) -> [String]) {
        (self.title, content) = (title, .text(lines, scroll: 0))
    }

    /// Creates an overlay with lines, which are wrapped.
    init(title: String, _ lines: [String]) {
        self.init(title: title) { size in lines.flatMap { Cells.wrapped($0, to: size.columns, indent: 4) } }
    }

    /// Creates the list of the branches, with the one that moves follow selected.
    init(_ branches: [DebugBranch]) {
        title = "Branches"
        content = .branches(branches, chosen: branches.lastIndex { $0.isHere } ?? 0)
    }

    mutating func press(_ key: TerminalEvent.Key) -> Effect {
        switch key {
        case .up, .character("k"): move(-1)
        case .down, .character("j"): move(1)
        case .pageUp: move(-(drawn.size.rows - 1))
        case .pageDown, .character(" "): move(drawn.size.rows - 1)
        case .home, .character("g"): move(-1_000_000)
        case .end, .character("G"): move(1_000_000)
        case .enter:
            guard case .branches(let branches, let chosen) = content, branches.indices.contains(chosen) else {
                return .close
            }
            return .go(branches[chosen].end)
        case .escape, .character("q"), .character("?"): return .close
        default: return .pass
        }
        return .none
    }

    /// Scrolls, or moves the selection.
    mutating func move(_ count: Int) {
        switch content {
        case .text(let lines, let scroll):
            content = .text(lines, scroll: max(0, min(drawn.lines.count - drawn.size.rows, scroll + count)))
        case .branches(let branches, let chosen):
            content = .branches(branches, chosen: max(0, min(branches.count - 1, chosen + count)))
        }
    }

    mutating func put(in frame: inout TerminalFrame, height: Int, style: TextStyle) {
        let size = TerminalFrame.Size(columns: frame.size.columns - 1, rows: height)
        for row in 1..<2 + height { frame.put("", row: row) }
        switch content {
        case .text(let lines, let scroll):
            if drawn.size != size || drawn.lines.isEmpty { drawn = (size, lines(size)) }
            frame.put("\(style.strong(title))  \(style.faint("Esc closes"))", row: 1)
            for (index, line) in drawn.lines.dropFirst(scroll).prefix(height).enumerated() {
                frame.put(line, column: 1, row: 2 + index)
            }
            frame.putMore(drawn.lines.count - scroll - height, column: 1, row: 1 + height, style)
        case .branches(let branches, let chosen):
            frame.put("\(style.strong(title))  \(style.faint("Enter goes to its end, Esc closes"))", row: 1)
            drawn.size = size
            let start = max(0, min(chosen - height / 2, branches.count - height))
            for (index, branch) in branches.dropFirst(start).prefix(height).enumerated() {
                let isChosen = index + start == chosen
                let line = branch.line(style: isChosen ? TextStyle(isOn: false) : style)
                frame.put(
                    isChosen ? (style.isOn ? style.selected(line) : "»" + line.dropFirst()) : line,
                    column: 1,
                    row: 2 + index
                )
            }
        }
    }
}
