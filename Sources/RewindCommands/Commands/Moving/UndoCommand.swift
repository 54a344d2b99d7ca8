#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// `rewind undo`: moves the cursor back and deletes nothing.
struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Move the cursor back, and print what changed and the screen.",
        discussion: """
            Nothing is deleted: redo goes forward again.

              rewind undo demo.rewind
              rewind undo demo.rewind -n 3
            """
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var steps: StepsOption

    @OptionGroup var output: OutputOptions

    func run() throws {
        let steps = try steps.number
        let timeline = try session.timeline()
        try output.print(CursorMove(of: timeline, to: timeline.undoTarget(steps: steps), steps: steps))
    }
}

#endif
