import RewindSession
import RewindTimeline
import RewindTree

/// The full screen: its response to keys and the mouse, and its frames. It does not depend on a terminal: see
/// `DebugScreen`.
final class DebugView {
    /// A request to the owner of the terminal.
    enum Effect {
        case none
        case quit
        case suspend
        /// A text for the clipboard.
        case copy(String)
    }

    /// The lines that verbs print.
    private final class Lines {
        var all: [String] = []
    }

    /// The minimum width, in cells, at which the list and the pane are side by side.
    private static let leastForBoth = 64
    /// The maximum width of the list, in cells, unless the divider was moved.
    private static let mostForList = 80
    /// The longest text to copy, in bytes: terminals have limits.
    private static let mostToCopy = 74_000

    let session: DebugSession
    let panes: DebugPanes
    private(set) var message: String?
    private let style: TextStyle
    private let file: String
    private let moves: DebugMoves
    let commands: DebugCommands
    private let lines: Lines
    private let list: DebugList
    private var input: DebugInput
    private let history: DebugHistory?
    private var overlay: DebugOverlay?
    private var markedStart: Int?
    private var target: DebugMoves.Target? {
        didSet {
            let pattern: TextPattern? = if case .text(let text) = target { TextPattern(text) } else { nil }
            (list.pattern, panes.pattern) = (pattern, pattern)
        }
    }
    private var isZoomed = false
    /// The width of the last frame, in cells.
    private var columns = 80
    /// The number of steps that the divider was moved.
    private var division = 0

    /// - Parameters:
    ///   - history: The verbs of earlier sessions.
    ///   - working: Runs work that may take long, so that it can be interrupted.
    init(
        _ session: DebugSession,
        file: String,
        style: TextStyle,
        history: DebugHistory? = nil,
        working: @escaping (() throws -> Void) throws -> Void = { try $0() }
    ) {
        self.session = session
        self.file = file
        self.style = style
        self.history = history
        input = DebugInput(history: history?.lines() ?? [])
        let lines = Lines()
        self.lines = lines
        commands = DebugCommands(session, style: style, width: nil) { lines.all.append($0) }
        moves = DebugMoves(session, working: working)
        list = DebugList(of: session, style: style)
        panes = DebugPanes(of: session, file: file, style: style, list: list)
        session.states.working = working
        message = session.states.takeNotes().first
    }

    /// Clears the caches after the session was read again.
    func refresh() {
        list.forget()
        panes.forget()
    }

    func report(_ error: any Error) {
        if error is CancellationError { return message = DebugText.interrupted }
        guard let failure = Wording.failure(for: error) else { return message = String(describing: error) }
        message = [failure.message, failure.hint?.line(for: file)].compactMap { $0 }.joined(separator: " ")
    }

    // MARK: Events

    /// Handles an event; an error is shown in the status line.
    func handle(_ event: TerminalEvent) -> Effect {
        defer { message = message ?? session.states.takeNotes().first }
        do {
            return try take(event)
        } catch {
            report(error)
            return .none
        }
    }

    private func take(_ event: TerminalEvent) throws -> Effect {
        switch event {
        case .pasted(let text): input.insert(text)
        case .mouse(let mouse, let column, let row): try take(mouse, column, row)
        case .key(let key, let hasShift):
            if let question = input.question {
                message = nil
                // A leading colon is kept, as it begins the REF of a bookmark.
                let line = input.press(key) { completions(of: $0, for: question) }
                if question == .filter { list.log.show(only: line ?? input.text) }
                return try line.map { try answer(question, $0) } ?? .none
            }
            if let effect = overlay?.press(key) {
                if effect != .none { overlay = nil }
                if case .go(let seq) = effect { try go(to: seq) }
                if effect != .pass { return .none }
            }
            message = nil
            if let command = DebugKey.command(for: .init(key: key, hasShift: hasShift)) { return try perform(command) }
            if case .character(let character) = key { message = "No key \(character); ? lists the keys" }
        }
        return .none
    }

    private func take(_ mouse: TerminalEvent.Mouse, _ column: Int, _ row: Int) throws {
        guard overlay == nil else {
            if mouse == .click { overlay = nil }
            overlay?.move(mouse.steps)
            return
        }
        guard input.question == nil else { return }
        if row == 0, mouse == .click { return overlay = help }
        if list.contains(column, row) {
            if mouse != .click { return try list.log.scroll(mouse.steps, session) }
            guard let row = list.row(at: column, row) else { return }
            panes.isFocused = false
            message = nil
            return try go(to: row.seqs.lowerBound)
        }
        if let tab = try panes.take(mouse, column, row) { try show(tab) }
    }

    private func perform(_ command: DebugKey.Command) throws -> Effect {
        let timeline = session.timeline
        switch command {
        case .list(let count) where panes.isFocused: try panes.move(count)
        case .page(let count) where panes.isFocused: try panes.move(count * max(1, panes.height - 1))
        case .first where panes.isFocused: try panes.move(-1_000_000)
        case .last where panes.isFocused: try panes.move(1_000_000)
        case .along(let direction, _) where panes.isFocused && panes.pane == .state: try panes.fold(direction)
        case .list(let count): try go(to: try list.log.action(count, from: session))
        case .page(let count): try go(to: try list.log.action(count * max(1, list.height - 1), from: session))
        case .first: try go(to: timeline.first)
        case .last: try go(to: timeline.last)
        case .along(let direction, let isQuiet):
            try make(moves.along(direction, isQuiet: isQuiet, hiding: list.log.hidden(in: session)))
        case .writer(let direction): try make(moves.writer(direction))
        case .hit(let direction): try goToHit(direction)
        case .run(let direction): try make(moves.run(direction))
        case .undo(let steps):
            guard try session.retrace(steps) else { throw CommandError.noMoreMoves(isUndo: steps < 0) }
            moved()
        case .pane(let other): try show(other)
        case .focus: panes.isFocused.toggle()
        case .open: try openValue()
        case .zoom: isZoomed.toggle()
        case .shift(let cells): panes.shift(cells)
        case .divide(let steps): division = max(-5, min(6, division + steps))
        case .copyValue, .copyPointer: return try copy(isPointer: command == .copyPointer)
        case .ask(let question): input.ask(question, proposal: question == .export ? nameOfTest : "")
        case .mark:
            markedStart = session.at
            let start = session.at > timeline.first ? "with action \(session.at)" : "at the first state"
            message = "The test starts \(start); go to its last action and press e"
        case .hide: try hide()
        case .showAll: list.log.showAll()
        case .fold:
            list.log.folds.toggle()
            message = list.log.folds ? "Noise is folded" : "Noise is shown"
        case .branches: overlay = DebugOverlay(try DebugBranch.all(of: session))
        case .help: overlay = help
        case .suspend: return .suspend
        case .leave:
            list.log.follows = true
            panes.isFocused = false
        case .quit: return .quit
        }
        return .none
    }

    // MARK: Moving

    private func go(to seq: Int) throws {
        try session.go(to: seq)
        moved()
    }

    private func moved() {
        list.log.follows = true
        panes.moved()
    }

    private func make(_ move: DebugMoves.Move) throws {
        if let seq = move.seq { try go(to: seq) }
        if let pointer = move.pointer { panes.reveal(pointer) }
        message = move.message
    }

    private func goToHit(_ direction: DebugSession.Direction) throws {
        guard let target else { return message = "Search with / or watch with w first" }
        try make(moves.hit(direction, of: target))
    }

    private func hide() throws {
        guard session.at > session.timeline.first else { return message = "No action here to hide" }
        let type = try session.timeline.session.type(of: session.at)
        list.log.hide(type)
        message = "\(TerminalText.line(type)) is hidden, except for the selected action; F shows all"
    }

    // MARK: Panes

    private func show(_ pane: DebugPanes.Pane) throws {
        guard pane != panes.pane else { return panes.isFocused.toggle() }
        if pane == .history {
            if session.pointer == nil { _ = try? moves.pointer() }
            try moves.recoverAll()
        }
        panes.show(pane)
    }

    private func openValue() throws {
        guard panes.pane == .state else {
            if let pointer = try moves.pointer() { panes.reveal(pointer) }
            panes.show(.state)
            return panes.isFocused = true
        }
        if panes.isFocused, let (pointer, value) = try panes.open() {
            overlay = DebugOverlay(
                title: DebugText.name(of: pointer),
                DebugText.lines(of: TerminalText.lines(Self.text(of: value)))
            )
        }
        panes.isFocused = true
    }

    private func copy(isPointer: Bool) throws -> Effect {
        guard let pointer = try moves.pointer() else {
            message = DebugMoves.noPointer
            return .none
        }
        let name = DebugText.name(of: pointer)
        guard let value = try session.timeline.value(at: session.at, pointer) else {
            message = "\(name) has no value here"
            return .none
        }
        let text = isPointer ? pointer.description : Self.text(of: value)
        guard text.utf8.count <= Self.mostToCopy else {
            message = "\(name) is too long to copy: \(BriefText.count(text.utf8.count, "byte"))"
            return .none
        }
        message = isPointer ? "Copied the pointer \(name)" : "Copied the value of \(name)"
        return .copy(text)
    }

    /// Returns a value as a text to read: a string without quotes.
    private static func text(of value: Tree) -> String {
        if case .string(let text) = value { text } else { value.text }
    }

    // MARK: Questions

    private var nameOfTest: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return name.replacing(".rewind", with: "") + "\(session.at)Tests.swift"
    }

    private func completions(of text: String, for question: DebugInput.Question) -> [String] {
        let prompt: String
        switch question {
        case .verb: prompt = ""
        case .dispatch, .watch: prompt = question.prompt
        case .search, .filter, .bookmark, .export: return []
        }
        let lines = DebugCompletion(session: session).completions(of: prompt + text)
        if lines.count > 1 { message = DebugText.candidates(lines) }
        return lines.map { String($0.dropFirst(prompt.count)) }
    }

    private func answer(_ question: DebugInput.Question, _ text: String) throws -> Effect {
        guard !text.isEmpty else {
            if question == .search || question == .watch { try goToHit(.forward) }
            return .none
        }
        switch question {
        case .search:
            target = .text(text)
            try goToHit(.forward)
        case .watch:
            guard let kind = try moves.searching({ _ in try commands.kind(watching: text, ProgressReporter()) }) else {
                return .none
            }
            target = .stop(session.add(kind))
            try goToHit(.forward)
        case .filter: break
        case .bookmark: return try say("bookmark \(text)")
        case .dispatch: return try say("dispatch \(text)")
        case .export: return try say("export \(text)" + (markedStart.map { " \($0)" } ?? ""))
        case .verb:
            history?.add(text)
            return try say(text)
        }
        return .none
    }

    private var help: DebugOverlay {
        DebugOverlay(title: "Keys") { [style] in DebugKey.list(style: style, fitting: $0) }
    }

    /// Runs a verb and shows its output: one line in the status line, more in an overlay.
    private func say(_ line: String) throws -> Effect {
        let (before, reading) = (session.at, ObjectIdentifier(session.timeline))
        lines.all = []
        let effect = try moves.searching { _ in try commands.perform(line) }
        if reading != ObjectIdentifier(session.timeline) { refresh() }
        if session.at != before { moved() }
        if effect == .quit { return .quit }
        let texts = lines.all.flatMap(DebugText.lines)
        // The new position is visible in the list, so its log line is not repeated.
        if session.at != before {
            message = texts.dropLast().last
        } else if texts.count == 1, Cells.count(texts[0]) <= columns {
            message = texts[0]
        } else if !texts.isEmpty {
            overlay = DebugOverlay(title: line, texts)
        }
        return .none
    }

    // MARK: Drawing

    /// Returns the frame on a terminal of this size. Data that cannot be read is replaced by the error message.
    ///
    /// - Complexity: Linear in the visible rows, plus the difference of two states or the expanded part of one.
    func frame(size: TerminalFrame.Size) -> TerminalFrame {
        var frame = TerminalFrame(size: size)
        columns = size.columns
        guard size.rows >= 6, size.columns >= 20 else {
            frame.put("Needs 20x6", row: 0)
            return frame
        }
        let isBoth = size.columns >= Self.leastForBoth && !isZoomed
        let share = size.columns * (9 + division) / 20
        let listWidth = isBoth ? max(26, division == 0 ? min(Self.mostForList, share) : share) : size.columns
        let paneStart = isBoth ? listWidth + 2 : 0
        let rows = 2..<size.rows - 2
        putTitle(in: &frame)
        list.put(
            in: &frame,
            isBoth || !panes.isFocused ? TerminalFrame.Area(columns: 0..<listWidth, rows: rows) : nil,
            isFocused: !panes.isFocused
        )
        if isBoth {
            for row in 1..<rows.upperBound { frame.put(style.faint("│"), column: listWidth, row: row, width: 1) }
        }
        panes.put(
            in: &frame,
            isBoth || panes.isFocused ? TerminalFrame.Area(columns: paneStart..<size.columns, rows: rows) : nil
        )
        overlay?.put(in: &frame, height: rows.count, style: style)
        putStatus(in: &frame, row: size.rows - 2)
        if !input.put(in: &frame, row: size.rows - 1, style: style) {
            frame.put(style.faint(keys), row: size.rows - 1)
        }
        return frame
    }

    /// The most useful keys.
    private var keys: String {
        if overlay != nil { return "↑↓ scroll  Esc closes" }
        guard panes.isFocused else { return "↑↓ step  [ ] write  / search  w watch  n N hit  : verb  Tab pane  q quit" }
        return panes.pane == .state
            ? "↑↓ select  ←→ fold  Enter open  [ ] write  y copy  z zoom  Tab list  q quit"
            : "↑↓ scroll  [ ] write  y copy  z zoom  Tab list  q quit"
    }

    private func putTitle(in frame: inout TerminalFrame) {
        let columns = frame.size.columns
        let known = (try? session.timeline.lastKnownState(through: session.at)) ?? session.at
        let unknown = known == session.at ? nil : "unknown; showing the state at \(known)"
        let all =
            [list.branch(of: session.tip), unknown].compactMap { $0 }
            + list.bookmarks(at: session.at).map { ":\($0.name)" }
        let marks = all.isEmpty ? "" : "  (\(all.joined(separator: ", ")))"
        let left = " \(session.at) of \(session.timeline.last)\(marks)  \(TerminalText.line(file))"
        let at = columns >= 100 ? try? session.timeline.session.row(session.at, .at) { try $0.at } : nil
        let right = [at.map { TimeText().dayAndTime($0) }, list.ending, "? keys "].compactMap { $0 }.joined(
            separator: "  "
        )
        let available = columns - Cells.count(right) - 2
        let text = available > 16 ? Cells.padded(Cells.cut(left, to: available), to: available) + "  " + right : left
        frame.put(style.selected(Cells.padded(Cells.cut(text, to: columns), to: columns)), row: 0)
    }

    /// Draws the message, or the selected value and what stops and hides actions.
    private func putStatus(in frame: inout TerminalFrame, row: Int) {
        if let message { return frame.put(message, row: row) }
        let breakpoints = session.stops.count(where: \.isBreakpoint)
        let watches = session.stops.count - breakpoints
        let hidden = list.log.hidden.count
        let filter = list.log.filter == nil ? nil : "filtered"
        let counts = [
            breakpoints > 0 ? BriefText.count(breakpoints, "breakpoint") : nil,
            watches > 0 ? "\(watches) watch\(watches == 1 ? "" : "es")" : nil,
            hidden > 0 ? "\(BriefText.count(hidden, "type")) hidden" : nil, filter,
        ].compactMap { $0 }.joined(separator: ", ")
        let available = frame.size.columns - Cells.count(counts) - 2
        if let pointer = session.pointer, pointer != .root {
            let value = (try? session.timeline.value(at: session.at, pointer)) ?? nil
            let text = BriefText.text(of: value, limit: max(16, available / 2))
            frame.put("\(style.name(pointer.description)) = \(text)", row: row, width: available)
        }
        frame.put(style.faint(counts), column: available + 2, row: row)
    }
}

extension TerminalFrame {
    /// A rectangle of cells.
    struct Area {
        var columns = 0..<0
        var rows = 0..<0

        func contains(_ column: Int, _ row: Int) -> Bool { columns.contains(column) && rows.contains(row) }
    }
}
