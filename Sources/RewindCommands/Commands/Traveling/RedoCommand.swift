import ArgumentParser
import RewindRemote
import RewindTimeline

/// `rewind redo`: moves the cursor forward.
struct RedoCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Move the cursor forward again.",
        usage: "rewind redo [<file>] [-n <count>] [--branch <seq>]",
        discussion: """
            Prints what changed, and the screen. redo first returns to where undo started, on any branch, and then \
            follows the newest branch; --branch chooses another one. An app that is recording the session moves, as \
            with undo; it takes no --branch.

              rewind redo demo.rewind -n 2
              rewind redo demo.rewind --branch 78
            """
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var steps: StepsOption

    @Option(help: ArgumentHelp("First action of the branch to follow", valueName: "seq"))
    var branch: Int?

    @OptionGroup var output: OutputOptions

    mutating func run() async throws {
        let steps = try steps.number
        if branch == nil, try await steer(output, { _ in .redo(count: steps) }) { return }
        let timeline = try session.timeline()
        let target = try timeline.redoTarget(steps: steps, branch: branch)
        try output.print(CursorMove(of: timeline, to: target, steps: steps))
    }
}
