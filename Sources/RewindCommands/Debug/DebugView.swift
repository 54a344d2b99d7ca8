import RewindSession
import RewindTimeline
import RewindTree

/// What the full screen shows, and what keys and the mouse make of it. It knows no terminal: see `DebugScreen`.
final class DebugView {
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

    /// What is asked for in the last line.
    enum Question: Hashable {
        case verb, search, watch, bookmark, export

        var prompt: String {
            switch self {
            case .verb: ":"
            case .search: "/"
            case .watch: "watch "
            case .bookmark: "bookmark "
            case .export: "export to "
            }
        }
    }

    /// What lies over the panes.
    enum Overlay {
        case text(title: String, [String], scroll: Int)
        case branches([DebugBranch], chosen: Int)
    }

    /// What is left to be done by who has the terminal.
    enum Request {
        case none
        case quit
        case suspend
        /// A verb that may end the process, and prints by itself.
        case verb(String)
    }

    /// What n and N look for.
    private enum Target {
        case text(String)
        case stop(DebugStop.Kind, text: String)
    }

    /// How many times faster than recorded.
    private static let speeds = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 64]
    private static let longestPause = 1_000.0

    let session: DebugSession
    let commands: DebugCommands
    let style: Style
    let file: String
    var log = DebugLog()
    var tree = DebugTree()
    private(set) var pane = Pane.diff
    private(set) var isPaneFocused = false
    /// The first line of the pane that is shown, and for the state the first row.
    var scroll = 0
    private(set) var message: String?
    private(set) var question: Question?
    private(set) var fields: [Question: LineField] = [:]
    var overlay: Overlay?
    private(set) var markedStart: Int?
    private(set) var isPlaying = false
    private var speed = 3
    private var target: Target?
    /// The height of the list and of the pane in the last frame.
    var heights = (list: 10, pane: 10)
    /// What was drawn lately.
    let drawing = DebugDrawing()
    private let working: (() throws -> Void) throws -> Void

    /// - Parameter working: runs what may take long, so that it can be interrupted.
    init(
        _ session: DebugSession,
        file: String,
        style: Style,
        working: @escaping (() throws -> Void) throws -> Void = { try $0() }
    ) {
        (self.session, self.file, self.style, self.working) = (session, file, style, working)
        let lines = Lines()
        commands = DebugCommands(session, style: style, width: nil) { lines.all.append($0) }
        self.lines = lines
        session.known.working = working
        message = session.known.takeNotes().first
    }

    private final class Lines {
        var all: [String] = []
    }

    private let lines: Lines
    private var timeline: Timeline { session.timeline }

    // MARK: Events

    /// Does what an event says; what goes wrong is told in the status line.
    func handle(_ event: TerminalEvent) -> Request {
        defer { message = message ?? session.known.takeNotes().first }
        do {
            return try take(event)
        } catch {
            tell(error)
            return .none
        }
    }

    func tell(_ error: any Error) {
        isPlaying = false
        if error is CancellationError { return message = DebugText.interrupted }
        guard let failure = Wording.failure(for: error) else { return message = String(describing: error) }
        message = ([failure.message] + (failure.hint.map { [Wording.hint($0, for: file)] } ?? [])).joined(
            separator: " "
        )
    }

    private func take(_ event: TerminalEvent) throws -> Request {
        switch event {
        case .pasted(let text):
            guard let question else { return .none }
            fields[question, default: LineField()].insert(text)
            return .none
        case .mouse(let mouse, let column, let row):
            try take(mouse, column, row)
            return .none
        case .key(let key, let hasShift):
            if let question { return try answer(question, key) }
            if try overlay != nil && moveOverlay(key) { return .none }
            message = nil
            guard let deed = DebugKey.deed(of: .init(key: key, hasShift: hasShift)) else { return .none }
            return try perform(deed)
        }
    }

    private func perform(_ deed: DebugKey.Deed) throws -> Request {
        if deed != .play, deed != .speed(1), deed != .speed(-1) { isPlaying = false }
        switch deed {
        case .list(let count) where isPaneFocused: try moveInPane(count)
        case .page(let count) where isPaneFocused: try moveInPane(count * max(1, heights.pane - 1))
        case .first where isPaneFocused: try moveInPane(-1_000_000)
        case .last where isPaneFocused: try moveInPane(1_000_000)
        case .along(let direction, _) where isPaneFocused && pane == .state: try fold(direction)
        case .list(let count): try go(to: try log.action(count, from: session))
        case .page(let count): try go(to: try log.action(count * max(1, heights.list - 1), from: session))
        case .first: try go(to: timeline.first)
        case .last: try go(to: timeline.last)
        case .along(let direction, let isQuiet): try goAlong(direction, isQuiet)
        case .writer(let direction): try goToWriter(direction)
        case .hit(let direction): try goToHit(direction)
        case .run(let direction): try run(direction)
        case .undo(let steps):
            guard try session.retrace(steps) else { throw DebugError.noMoreMoves(isUndo: steps < 0) }
            moved()
        case .pane(let other): try show(other)
        case .focus: isPaneFocused.toggle()
        case .open: try openValue()
        case .ask(let other): ask(other)
        case .play: try togglePlay()
        case .speed(let steps):
            speed = max(0, min(Self.speeds.count - 1, speed + steps))
            message = "Speed \(speedText)"
        case .mark:
            markedStart = session.at
            message = "A test begins after \(session.at): e exports it up to where you are then"
        case .hide: try hide()
        case .showAll: (log.hidden, log.follows) = ([], true)
        case .fold:
            log.folds.toggle()
            message = log.folds ? "Noise is folded" : "All actions are listed"
        case .branches: try showBranches()
        case .help: overlay = .text(title: "Keys", DebugKey.list(style: style), scroll: 0)
        case .suspend: return .suspend
        case .leave:
            log.follows = true
            isPaneFocused = false
        case .quit: return .quit
        }
        return .none
    }

    // MARK: Going

    private func go(to seq: Int) throws {
        try session.go(to: seq)
        moved()
    }

    private func moved() {
        log.follows = true
        if pane != .state { scroll = 0 }
    }

    private func goAlong(_ direction: DebugSession.Direction, _ isQuiet: Bool) throws {
        var seq: Int?
        if isQuiet || !log.hidden.isEmpty {
            try working {
                let work = LongWork()
                defer { work.end() }
                seq = try session.nextOfNote(direction, hiding: log.hidden, work)
            }
        } else {
            seq = try session.neighbour(direction)
        }
        guard let seq else { return message = DebugText.noMoreHistory }
        try go(to: seq)
    }

    private func goToWriter(_ direction: DebugSession.Direction) throws {
        guard let pointer = try pointerInMind() else {
            return message = "Select a value first: 2 shows the state, Tab goes to it"
        }
        var found: (seq: Int, pointer: Pointer)?
        try working {
            let work = LongWork()
            defer { work.end() }
            found = try session.writer(direction, of: pointer, work)
        }
        guard let found else {
            return message = "No writer \(direction == .back ? "before" : "after") of \(pointer.name)"
        }
        session.pointer = found.pointer
        try go(to: found.seq)
        tree.reveal(found.pointer)
        message = "\(found.pointer.name) was written here"
    }

    /// The value that was selected last; else the first one that the action changed.
    private func pointerInMind() throws -> Pointer? {
        if let pointer = session.pointer { return pointer }
        guard session.at > timeline.first else { return nil }
        session.pointer = try timeline.session.row(session.at, .patch) { try $0.patch?.pointers.first } ?? nil
        return session.pointer
    }

    private func goToHit(_ direction: DebugSession.Direction) throws {
        guard let target else { return message = "Search with / or watch with w first" }
        var seq: Int?
        var text = ""
        try working {
            let work = LongWork()
            defer { work.end() }
            switch target {
            case .text(let pattern):
                text = "/\(pattern)"
                let find = try session.find(pattern, direction, work)
                seq = find?.seq
                if let find, find.part != .type, find.part != .payload { session.pointer = find.pointer }
            case .stop(let kind, let watched):
                text = watched
                seq = try session.nextHit(direction, of: [DebugStop(number: 0, kind: kind)], work)?.seq
            }
        }
        let way = direction == .forward ? ("after", "N looks back") : ("before", "n looks on")
        guard let seq else {
            return message = "\(TerminalText.line(text)): nothing \(way.0) \(session.at); \(way.1)"
        }
        try go(to: seq)
        message = "\(TerminalText.line(text)): at \(seq)"
    }

    private func run(_ direction: DebugSession.Direction) throws {
        guard !session.stops.isEmpty else { return message = "Set a breakpoint first: :break TYPE, or a watch: w" }
        var hit: DebugHit?
        try working {
            let work = LongWork()
            defer { work.end() }
            hit = try session.nextHit(direction, of: session.stops, work)
        }
        guard let hit else { return message = DebugText.noMoreHistory }
        try go(to: hit.seq)
        message = hit.stops.map { "\($0.name): \(TerminalText.line($0.text))" }.joined(separator: ", ")
    }

    // MARK: Panes

    private func show(_ other: Pane) throws {
        guard pane != other else { return isPaneFocused.toggle() }
        if other == .history {
            if session.pointer == nil { _ = try? pointerInMind() }
            try prepareHistory()
        }
        (pane, scroll) = (other, 0)
    }

    /// Sees to what the history tells of, which may take long for the first time.
    private func prepareHistory() throws {
        try working {
            let work = LongWork()
            defer { work.end() }
            _ = try session.known.know([timeline.first...timeline.last], work)
        }
    }

    /// Moves in the pane that has the focus: the selection of the state, or what is shown of another one.
    private func moveInPane(_ count: Int) throws {
        guard pane == .state else { return scroll = max(0, scroll + count) }
        let rows = try drawing.rows(of: tree, session)
        guard !rows.isEmpty else { return }
        let index = rows.firstIndex { $0.pointer == tree.selected } ?? 0
        select(rows[max(0, min(rows.count - 1, index + count))].pointer)
    }

    private func select(_ pointer: Pointer) {
        tree.selected = pointer
        session.pointer = pointer
    }

    /// Right unfolds, left folds, or goes to what holds it.
    private func fold(_ direction: DebugSession.Direction) throws {
        let row = try drawing.rows(of: tree, session).first { $0.pointer == tree.selected }
        switch (direction, row?.isOpen) {
        case (.forward, false), (.back, true): tree.toggle(tree.selected)
        case (.forward, true): try moveInPane(1)
        case (.back, _): if let parent = tree.selected.parent { select(parent) }
        case (.forward, _): break
        }
    }

    private func openValue() throws {
        guard pane == .state else {
            if let pointer = try pointerInMind() { tree.reveal(pointer) }
            (pane, isPaneFocused) = (.state, true)
            return
        }
        guard isPaneFocused else { return isPaneFocused = true }
        tree.toggle(tree.selected)
    }

    // MARK: The list

    private func hide() throws {
        guard session.at > timeline.first else { return }
        let type = try timeline.session.type(of: session.at)
        log.hidden.insert(type)
        message = "\(TerminalText.line(type)) is hidden; F shows all"
        if let seq = try session.neighbour(.forward) ?? session.neighbour(.back) { try session.go(to: seq) }
        try goAlong(.forward, false)
        message = "\(TerminalText.line(type)) is hidden; F shows all"
    }

    private func showBranches() throws {
        let branches = try DebugBranch.all(of: session)
        let here = branches.lastIndex { $0.start <= session.at } ?? 0
        overlay = .branches(branches, chosen: here)
    }

    // MARK: Playing

    private var speedText: String {
        let factor = Self.speeds[speed]
        return factor == 1 ? "as recorded" : factor < 1 ? "1/\(Int(1 / factor))" : "\(Int(factor))×"
    }

    private func togglePlay() throws {
        isPlaying.toggle()
        message = isPlaying ? "Playing, \(speedText)" : nil
        if isPlaying, try session.neighbour(.forward) == nil, let start = try session.path().first {
            try go(to: start.lowerBound)
        }
    }

    /// How long to wait for the next action, in milliseconds; nil where nothing plays.
    func pause() throws -> Int32? {
        guard isPlaying, let next = try session.neighbour(.forward) else { return nil }
        let times = try [session.at, next].map { try timeline.session.row($0, .at) { try $0.at } }
        guard let before = times[0], let after = times[1] else { return 200 }
        let milliseconds = Double(after.subtractingReportingOverflow(before).partialValue) / 1_000
        return Int32(max(16, min(Self.longestPause, milliseconds / Self.speeds[speed])))
    }

    /// Goes on to the next action, where one plays.
    func tick() throws {
        guard isPlaying else { return }
        guard let next = try session.neighbour(.forward) else {
            (isPlaying, message) = (false, "The end of the branch")
            return
        }
        try go(to: next)
        message = "Playing, \(speedText)"
    }

    // MARK: Questions

    private func ask(_ other: Question) {
        question = other
        var text = ""
        if other == .export {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            text = name.replacing(".rewind", with: "") + "\(session.at)Tests.swift"
        }
        fields[other, default: LineField()].text = text
    }

    private func answer(_ question: Question, _ key: TerminalEvent.Key) throws -> Request {
        var field = fields[question, default: LineField()]
        defer { fields[question] = field }
        switch key {
        case .escape, .control("c"): self.question = nil
        case .backspace where field.text.isEmpty: self.question = nil
        case .enter:
            self.question = nil
            let text = field.take()
            // A line of a REF that begins with a colon is that of a bookmark.
            return try take(text, for: question)
        default:
            _ = field.press(key) { text in question == .verb ? commands.completions(of: text) : [] }
        }
        return .none
    }

    private func take(_ text: String, for question: Question) throws -> Request {
        guard !text.isEmpty else {
            if question == .search || question == .watch { try goToHit(.forward) }
            return .none
        }
        switch question {
        case .search:
            target = .text(text)
            try goToHit(.forward)
        case .watch:
            var kind: DebugStop.Kind?
            try working {
                let work = LongWork()
                defer { work.end() }
                kind = try commands.kind(watching: text, work)
            }
            guard let kind else { return .none }
            target = .stop(kind, text: text)
            _ = session.add(kind)
            try goToHit(.forward)
        case .bookmark: return try say("bookmark \(text)")
        case .export: return try say("export \(text)" + (markedStart.map { " \($0)" } ?? ""))
        case .verb: return try say(text)
        }
        return .none
    }

    /// Does what a verb says; what it prints is shown: one line below, more over the panes.
    private func say(_ line: String) throws -> Request {
        let name = String(line.prefix { !$0.isWhitespace })
        if DebugVerb(named: name) == .run { return .verb(line) }
        let (before, reading) = (session.at, ObjectIdentifier(timeline))
        lines.all = []
        var outcome = DebugCommands.Outcome.done
        try working { outcome = try commands.perform(line) }
        if reading != ObjectIdentifier(timeline) { refresh() }
        if session.at != before { moved() }
        if outcome == .quit { return .quit }
        let told = lines.all.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        // Where one has gone is seen.
        if session.at != before {
            message = told.dropLast().last
        } else if told.count == 1 {
            message = told[0]
        } else if !told.isEmpty {
            overlay = .text(title: line, told, scroll: 0)
        }
        return .none
    }

    /// Forgets what was read of the session, of which there is a newer reading.
    func refresh() {
        log.forget()
        drawing.forget()
    }

    // MARK: What lies over the panes

    /// Gives whether the key meant something there.
    private func moveOverlay(_ key: TerminalEvent.Key) throws -> Bool {
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

    private func moveOverlay(_ count: Int) {
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

    private func take(_ mouse: TerminalEvent.Mouse, _ column: Int, _ row: Int) throws {
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

extension Pointer {
    /// What a person calls it.
    fileprivate var name: String { self == .root ? "the state" : TerminalText.line(description) }
}
