import ArgumentParser
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind blame`: who wrote a value.
struct BlameCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Tell which action wrote a value last, with the old and the new value.",
        discussion: """
            Of an object or an array there is a line for each child too. An element is followed when others come, go \
            or move in its array; an action that wrote an equal value did not write it.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "POINTER: where in the state.")
    var pointer: String

    @Argument(help: "REF: when. The end of the cursor's branch by default.")
    var reference: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.open()
        let place = try Pointer(argument: pointer)
        let seq = try timeline.seqOrBranchEnd(reference)
        let report = try BlameReport(of: place, at: seq, in: timeline)
        let work = LongWork()
        if output.json {
            let json = try report.json { try work.step($0) }
            work.end()
            Output.line(json.text)
        } else {
            try report.forEachLine(style: output.style, step: { try work.step($0) }) { line in
                work.end()
                Output.line(line)
            }
        }
        work.end()
    }
}
