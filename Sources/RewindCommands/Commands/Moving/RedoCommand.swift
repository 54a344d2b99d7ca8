#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// `rewind redo`: moves the cursor forward.
struct RedoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Move the cursor forward again, and print what changed and the screen.",
        discussion: """
            After an undo, redo leads back to where that came from, on whichever branch that is, and from there on \
            along the newest branch. --branch names the first action of another.

              rewind redo demo.rewind -n 2
              rewind redo demo.rewind --branch 78
            """,
        aliases: ["step"]
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var steps: StepsOption

    @Option(help: ArgumentHelp("The first action of the branch to follow.", valueName: "seq"))
    var branch: Int?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let steps = try steps.number
        let timeline = try session.timeline()
        let target = try timeline.redoTarget(steps: steps, branch: branch)
        try output.print(CursorMove(of: timeline, to: target, steps: steps))
    }
}

#endif
