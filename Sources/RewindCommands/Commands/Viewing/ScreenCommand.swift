import ArgumentParser
import RewindTimeline

/// `rewind screen`: prints the app's screen.
struct ScreenCommand: QuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Print the app's screen.",
        usage: "rewind screen [<file>] [<ref>] [--full]",
        discussion: """
            The screen is drawn from the state alone; the cursor does not move.

              rewind screen demo.rewind 63
              rewind screen demo.rewind :error --full
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("REF; the cursor by default", valueName: "ref"))
    var reference: LazyArgument<PointInTime>?

    @Flag(help: "Print all of a screen that is larger than the terminal")
    var full = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        reference = reference ?? session.passOn()
    }

    func answer(in context: Context) throws {
        let timeline = context.timeline
        let seq = try context.seq(reference)
        try timeline.know(seq)
        guard let screen = RegisteredApp.current?.screen(try timeline.state(at: seq)) else {
            let isDrawn = try RegisteredApp.current?.screen(timeline.state(at: timeline.last)) != nil
            throw isDrawn ? CommandError.noScreen(seq: seq) : CommandError.noScreens
        }
        try context.print(ScreenReport(seq: seq, screen: screen, isFull: full))
        if reference == nil { context.noteCursor(at: seq) }
    }
}

private struct ScreenReport: CommandReport {
    let seq: Int
    let screen: String
    let isFull: Bool

    private enum CodingKeys: CodingKey { case seq, screen }

    func lines(style: TextStyle) -> [String] {
        let text = TerminalText.lines(screen)
        return [isFull ? text : CursorReport.fitting(text, style: style)]
    }
}
