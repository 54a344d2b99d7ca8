import ArgumentParser
import RewindRemote
import RewindTimeline

/// `rewind undo`: moves the cursor back and deletes nothing.
struct UndoCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Move the cursor back.",
        usage: "rewind undo [<file>] [-n <count>]",
        discussion: """
            Prints what changed, and the screen. Nothing is deleted: redo moves forward again. After "dispatch --at", undo \
            returns to where the cursor was. If an app is recording \
            the session, and has called TimeTravel.open, it is the app that goes back.

              rewind undo demo.rewind
              rewind undo demo.rewind -n 3
            """
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var steps: StepsOption

    @OptionGroup var output: OutputOptions

    mutating func run() async throws {
        let steps = try steps.number
        if try await steer(output, { _ in .undo(count: steps) }) { return }
        let timeline = try session.timeline()
        try output.print(CursorMove(of: timeline, to: timeline.undoTarget(steps: steps), steps: steps))
    }
}
