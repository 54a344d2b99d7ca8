import RewindSession
import RewindTree
import RewindTimeline

/// What undo, redo and goto have in common: they move the cursor and tell what that changed.
enum CursorMove {
    /// Moves the cursor of the session to `target` and prints the changes and the screen.
    ///
    /// - Throws: `SessionError`.
    static func run(_ timeline: Timeline, to target: Int, output: OutputOptions) throws {
        let origin = try timeline.cursor()
        let tip = try timeline.tip(movingTo: target)
        try UnknownStates(of: timeline).prepare(origin, target)
        let changes = try timeline.changes(from: origin, to: target) ?? []
        let screen = RegisteredApp.current?.screen(try timeline.state(at: target))
        timeline.session.close()
        try SessionCursor.move(to: target, tip: tip, in: timeline.session.url)
        guard !output.json else {
            Output.line(
                Tree(members: [
                    ("from", .integer(Int64(origin))),
                    ("to", .integer(Int64(target))),
                    ("changes", Tree(elements: changes.map(ChangeText.json))),
                    ("screen", screen.map(Tree.string) ?? .null),
                ]).text
            )
            return
        }
        let style = output.style
        Output.line(style.strong("cursor \(origin) → \(target)"))
        for line in ChangeText.lines(for: changes, style: style) { Output.line(line) }
        if let screen { Output.line("\n" + fitting(TerminalText.lines(screen), style: style)) }
    }

    /// The part of a screen that a terminal shows at once; elsewhere all of it.
    private static func fitting(_ screen: String, style: Style) -> String {
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        guard let rows = Output.terminalRows, lines.count > max(rows / 2, 12) else { return screen }
        let shown = lines.prefix(max(rows / 2, 12))
        return shown.joined(separator: "\n") + "\n" + style.faint("… \(lines.count - shown.count) more lines")
    }
}
