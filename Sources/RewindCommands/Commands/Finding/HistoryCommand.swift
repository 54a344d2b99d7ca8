import ArgumentParser
import RewindTree
import RewindTimeline

/// `rewind history`: every value that a pointer had.
struct HistoryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List every value that there was, and which action wrote it.",
        discussion: """
            The value is followed back from --to: an element is the same wherever it was in its array. ? marks an \
            action that may have done it together with others before it, whose effects are not known.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "POINTER: where in the state at --to.")
    var pointer: Deferred<Pointer>

    @Option(help: ArgumentHelp("REF: only actions from this one on.", valueName: "ref"))
    var from: Deferred<Reference>?

    @Option(
        help: ArgumentHelp(
            "REF: only actions up to this one. The end of the cursor's branch by default.",
            valueName: "ref"
        )
    )
    var to: Deferred<Reference>?

    @OptionGroup var list: ListOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        let limit = try list.limit.number ?? .max
        let timeline = try session.timeline()
        let pointer = try pointer.value
        let last = try timeline.seqOrBranchEnd(to)
        let first = try timeline.seq(from ?? .start)
        try UnknownStates(of: timeline).prepare(allIn: try timeline.path(to: last).ranges)
        let (seqWidth, typeWidth) = (String(last).count, try WriteReport.typeWidth(in: timeline))
        let work = LongWork()
        var printer = output.printer
        var (count, wasWritten) = (0, false)
        var previous = pointer
        try timeline.forEachWrite(of: pointer, through: last, latestFirst: list.reverse) { write in
            try work.step("\(count) values, at \(write.seq)")
            wasWritten = true
            // Latest first, what follows is older still.
            guard write.seq >= first else { return !list.reverse }
            count += 1
            work.end()
            let report = try WriteReport(write, in: timeline)
            let style = output.style
            try printer.print(
                report,
                lines: [report.line(seqWidth: seqWidth, typeWidth: typeWidth, after: previous, style: style)]
            )
            previous = write.pointer
            return count < limit
        }
        guard count == 0 else { return }
        if wasWritten { throw CommandError.notWritten(pointer, from: first, to: last) }
        throw try MissingPointer.error(for: pointer, in: timeline) { .neverAnything(pointer, seq: last, elsewhere: $0) }
    }
}
