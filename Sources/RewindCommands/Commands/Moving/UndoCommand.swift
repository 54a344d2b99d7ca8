#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// `rewind undo`: moves the cursor back and deletes nothing.
struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Move the cursor back.",
        usage: "rewind undo [<file>] [-n <count>]",
        discussion: """
            Prints what changed, and the screen. Nothing is deleted: redo moves forward again.

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
