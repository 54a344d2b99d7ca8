import RewindTimeline

/// The report of a cursor move, for undo, redo and goto.
struct CursorMove: CommandReport {
    private let from, to: Int
    private let view: CursorReport

    /// Creates the report of a move to `target`, and prints a note if that is fewer steps than requested.
    ///
    /// - Throws: `SessionError`.
    init(of timeline: Timeline, to target: Int, steps asked: Int? = nil) throws {
        (from, to) = (try timeline.cursor(), target)
        // A step that takes back a dispatch leads to another branch.
        if let asked, try timeline.isAncestor(min(from, to), of: max(from, to)) {
            let taken = try timeline.path(from: min(from, to), to: max(from, to)).count - 1
            if taken < asked { Output.note(.fewerSteps(taken: taken, isUndo: to < from)) }
        }
        view = try CursorReport(of: timeline, from: from, to: target)
        try timeline.moveCursor(to: target)
    }

    func lines(style: TextStyle) -> [String] {
        [style.strong("cursor \(from) → \(to)")] + view.lines(style: style)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "from": from, "to": to, "changes": view.changes, "screen": OrNull(wrappedValue: view.screen),
        ])
    }
}
