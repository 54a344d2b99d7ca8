import RewindSession
import RewindTree
import RewindTimeline

/// That the cursor went somewhere: what undo, redo and goto do.
struct CursorMove: Report {
    private let from, to: Int
    private let changes: [Change]
    /// What the app shows there, where the tool knows that.
    @OrNull private var screen: String?

    /// Moves the cursor of the session to `target`.
    ///
    /// - Throws: `SessionError`.
    init(of timeline: Timeline, to target: Int) throws {
        (from, to) = (try timeline.cursor(), target)
        let tip = try timeline.tip(movingTo: target)
        try UnknownStates(of: timeline).prepare(from, target)
        changes = try timeline.changes(from: from, to: target) ?? []
        screen = RegisteredApp.current?.screen(try timeline.state(at: target))
        timeline.session.close()
        try SessionCursor.move(to: target, tip: tip, in: timeline.session.url)
    }

    func lines(style: Style) -> [String] {
        [style.strong("cursor \(from) → \(to)")] + ChangeText.lines(for: changes, style: style)
            + (screen.map { ["\n" + Self.fitting(TerminalText.lines($0), style: style)] } ?? [])
    }

    /// The part of a screen that a terminal shows at once; elsewhere all of it.
    private static func fitting(_ screen: String, style: Style) -> String {
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        guard let rows = Output.terminalRows, lines.count > max(rows / 2, 12) else { return screen }
        let shown = lines.prefix(max(rows / 2, 12))
        return shown.joined(separator: "\n") + "\n" + style.faint("… \(lines.count - shown.count) more lines")
    }
}
