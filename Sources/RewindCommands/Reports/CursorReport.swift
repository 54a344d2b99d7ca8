import RewindAnswers
import RewindReplay
import RewindTimeline
import RewindTree

/// The changes from one state to another, and the app's screen there.
struct CursorReport {
    private var difference: StateDifference?
    /// The app's screen; nil if the tool cannot draw it.
    private(set) var screen: String?

    /// Creates an empty view.
    init() {}

    /// Reads both states.
    ///
    /// - Throws: `SessionError`.
    init(of timeline: Timeline, from: Int, to target: Int) throws {
        try timeline.know(from, target)
        self.init(from: try timeline.state(at: from), to: try timeline.state(at: target))
    }

    /// Compares two states.
    init(from old: Tree, to new: Tree) {
        difference = StateDifference(from: old, to: new)
        screen = RegisteredApp.current?.screen(new)
    }

    var changes: [RecordedChange] { difference?.recorded ?? [] }

    func lines(style: TextStyle) -> [String] {
        let text = DifferenceText(style: style, width: Output.terminalColumns)
        return (difference.map(text.lines) ?? [])
            + (screen.map { ["\n" + Self.fitting(TerminalText.lines($0), style: style)] } ?? [])
    }

    /// Returns the part of a screen that fits on the terminal; all of it if the output is not a terminal.
    static func fitting(_ screen: String, style: TextStyle) -> String {
        guard let rows = Output.terminalRows else { return screen }
        let (lines, most) = (screen.split(separator: "\n", omittingEmptySubsequences: false), max(rows / 2, 12))
        var shown = lines.prefix(most).map { Cells.cut(String($0), to: Output.terminalColumns) }
        if lines.count > most { shown.append(style.faint("… \(lines.count - most) more lines")) }
        return shown.joined(separator: "\n")
    }
}
