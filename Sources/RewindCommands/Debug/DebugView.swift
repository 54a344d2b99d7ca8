#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// The state of the full screen, and its response to keys and the mouse. It does not depend on a terminal: see
/// `DebugScreen`.
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

    /// The purpose of the input line.
    enum Question: Hashable {
        case verb, search, watch, bookmark, dispatch, export

        var prompt: String {
            switch self {
            case .verb: ":"
            case .search: "/"
            case .watch: "watch "
            case .bookmark: "bookmark "
            case .dispatch: "dispatch "
            case .export: "export to "
            }
        }
    }

    /// An overlay over the panes.
    enum Overlay {
        case text(title: String, [String], scroll: Int)
        case branches([DebugBranch], chosen: Int)
    }

    /// A request to the owner of the terminal.
    enum Effect {
        case none
        case quit
        case suspend
        /// A verb that may end the process, and prints directly.
        case verb(String)
    }

    /// The target of n and N.
    enum Target {
        case text(String)
        case stop(DebugStop.Kind, text: String)
    }

    /// The playback speeds, as multiples of the recorded one.
    static let speeds = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 64]
    static let longestPause = 1_000.0

    let session: DebugSession
    let commands: DebugCommands
    let style: Style
    let file: String
    var log = DebugLog()
    var tree = DebugTree()
    var pane = Pane.diff
    var isPaneFocused = false
    /// The first visible line of the pane; for the state, its first visible row.
    var scroll = 0
    var message: String?
    var question: Question?
    var fields: [Question: LineField] = [:]
    var overlay: Overlay?
    var markedStart: Int?
    var isPlaying = false
    var speed = 3
    var target: Target?
    /// The height of the list and of the pane in the last frame.
    var heights = (list: 10, pane: 10)
    /// The drawing code with its caches.
    let drawing = DebugDrawing()
    let working: (() throws -> Void) throws -> Void

    /// - Parameter working: Runs work that may take long, so that it can be interrupted.
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
        session.states.working = working
        message = session.states.takeNotes().first
    }

    final class Lines {
        var all: [String] = []
    }

    let lines: Lines
    var timeline: Timeline { session.timeline }

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

    func report(_ error: any Error) {
        isPlaying = false
        if error is CancellationError { return message = DebugText.interrupted }
        guard let failure = Wording.failure(for: error) else { return message = String(describing: error) }
        message = [failure.message, failure.hint?.line(for: file)].compactMap { $0 }.joined(separator: " ")
    }

    private func take(_ event: TerminalEvent) throws -> Effect {
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
            guard let command = DebugKey.command(for: .init(key: key, hasShift: hasShift)) else { return .none }
            return try perform(command)
        }
    }

    private func perform(_ command: DebugKey.Command) throws -> Effect {
        if command != .play, command != .speed(1), command != .speed(-1) { isPlaying = false }
        switch command {
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
            guard try session.retrace(steps) else { throw CommandError.noMoreMoves(isUndo: steps < 0) }
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
            message = "The test starts after \(session.at); go to its last action and press e"
        case .hide: try hide()
        case .showAll: (log.hidden, log.follows) = ([], true)
        case .fold:
            log.folds.toggle()
            message = log.folds ? "Noise is folded" : "Noise is shown"
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
}

#endif
