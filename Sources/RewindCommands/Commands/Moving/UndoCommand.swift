import ArgumentParser
import RewindTimeline

/// `rewind undo`: the cursor goes back. Nothing is deleted.
struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Move the cursor back, and print what changed and the screen.",
        discussion: "Nothing is deleted: redo goes forward again."
    )

    @OptionGroup var session: SessionArgument

    @Option(name: .short, help: ArgumentHelp("How many actions.", valueName: "count"))
    var n = 1

    @OptionGroup var output: OutputOptions

    func run() throws {
        guard n >= 1 else { throw CommandError.countTooSmall(option: "-n") }
        let timeline = try session.open()
        try CursorMove.run(timeline, to: try timeline.undoTarget(steps: n), output: output)
    }
}
