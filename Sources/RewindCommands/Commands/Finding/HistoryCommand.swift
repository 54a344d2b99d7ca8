import ArgumentParser
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind history`: every value that a place in the state had.
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
    var pointer: String

    @Option(help: ArgumentHelp("REF: only actions from this one on.", valueName: "ref"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "REF: only actions up to this one. The end of the cursor's branch by default.",
            valueName: "ref"
        )
    )
    var to: String?

    @Flag(help: "The latest first.")
    var reverse = false

    @Option(help: "At most so many.")
    var limit: Int?

    @OptionGroup var output: OutputOptions

    func run() throws {
        if let limit, limit < 1 { throw CommandError.countTooSmall(option: "--limit") }
        let timeline = try session.open()
        let place = try Pointer(argument: pointer)
        let last = try timeline.seqOrBranchEnd(to)
        let first = try timeline.seq(from, or: "start")
        try UnknownStates(of: timeline).prepare(allIn: try timeline.path(to: last).ranges)
        let typeWidth = max(try timeline.session.longestTypeName(), WritingText.firstStateType.count)
        let work = LongWork()
        var (count, wasWritten) = (0, false)
        var previous = place
        try timeline.forEachWriting(of: place, through: last, latestFirst: reverse) { writing in
            try work.step("\(count) values, at \(writing.seq)")
            wasWritten = true
            // Latest first, what follows is older still.
            guard writing.seq >= first else { return !reverse }
            count += 1
            work.end()
            let text = try WritingText(writing, in: timeline, style: output.style)
            if output.json {
                Output.line(Tree(members: text.json).text)
            } else {
                let rest = try text.value(wasAt: previous)
                Output.line(text.line(seqWidth: String(last).count, typeWidth: typeWidth, rest: rest))
            }
            previous = writing.pointer
            return count < limit ?? .max
        }
        guard count == 0 else { return }
        if wasWritten { throw CommandError.notWritten(place, from: first, to: last) }
        throw try MissingPointer.error(for: place, in: timeline) { .neverAnything(place, seq: last, elsewhere: $0) }
    }
}
