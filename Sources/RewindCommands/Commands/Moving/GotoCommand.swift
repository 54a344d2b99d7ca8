#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// `rewind goto`: moves the cursor to any point in time.
struct GotoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "goto",
        abstract: "Move the cursor to a point in time.",
        usage: "rewind goto [<file>] <ref>",
        discussion: """
            Prints what changed, and the screen.

              rewind goto demo.rewind 64
              rewind goto demo.rewind @ArticleDetailErrorAction
            """,
        aliases: ["jump"]
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("REF to move to", valueName: "ref"))
    var reference: LazyArgument<Reference>

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.timeline()
        try output.print(CursorMove(of: timeline, to: timeline.seq(reference)))
    }
}

#endif
