import ArgumentParser
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
    var pointer: Deferred<Pointer>

    @Argument(help: "REF: when. The end of the cursor's branch by default.")
    var reference: Deferred<Reference>?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.timeline()
        let pointer = try pointer.value
        let seq = try timeline.seqOrBranchEnd(reference)
        let work = LongWork()
        let report = try BlameReport(of: pointer, at: seq, in: timeline) { try work.step($0) }
        work.end()
        try output.print(report)
    }
}
