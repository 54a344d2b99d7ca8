#if os(macOS) || os(Linux)

import RewindReplay
import RewindTree
import RewindTimeline

/// That the cursor went somewhere: what undo, redo and goto do.
struct CursorMove: Report {
    private let from, to: Int
    private let view: CursorView

    /// Moves the cursor of the session to `target`; says where that is nearer than as many steps as were asked for.
    ///
    /// - Throws: `SessionError`.
    init(of timeline: Timeline, to target: Int, steps asked: Int? = nil) throws {
        (from, to) = (try timeline.cursor(), target)
        if let asked {
            let taken = try timeline.path(from: min(from, to), to: max(from, to)).count - 1
            if taken < asked { Output.note(.fewerSteps(taken: taken, asked: asked, isUndo: to < from)) }
        }
        view = try CursorView(of: timeline, from: from, to: target)
        try timeline.moveCursor(to: target)
    }

    func lines(style: Style) -> [String] {
        [style.strong("cursor \(from) → \(to)")] + view.lines(style: style)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "from": from, "to": to, "changes": view.changes, "screen": OrNull(wrappedValue: view.screen),
        ])
    }
}

#endif
