import ArgumentParser
import RewindAnswers
import RewindTimeline
import RewindTree

/// `rewind history`: lists every value at a pointer.
struct HistoryCommand: AnsweringCommand, QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the values at a pointer, and their writers.",
        usage: """
            rewind history [<file>] <pointer> [<from>..<to>] [--where <expr>]
                           [--reverse] [-n <count>]
            """,
        discussion: """
            Lists each write of the value up to the cursor, or in the range: FROM.. ends with the branch of the cursor. An \
            element is followed when it moves in its array; ask for the array to see what was at an index. -n prints \
            the last writes. ? marks a write that may be due to earlier actions with unknown effects. Exit status 1 if there is \
            no write.

              rewind history demo.rewind /home/pageNumber
              rewind history demo.rewind /loading 60..77
              rewind history demo.rewind /home/pageNumber --where "type LIKE 'HomeMore%'"
            """
    )

    static let tool = AssistantTool(
        History.self,
        description: "List the values at a pointer and the actions that wrote them.",
        omitting: ["toward", "later"]
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "POINTER to the value; only actions FROM..TO",
            valueName: "pointer|range"
        )
    )
    var targets: [TargetArgument] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Only writes after which EXPR is true", valueName: "expr")
    )
    var condition: LazyArgument<Expression>?

    @OptionGroup var list: ListOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        targets = session.passOn(isNeeded: targets.isEmpty) + targets
        _ = try chosen
        _ = try condition?.value
    }

    private var chosen: (pointer: LazyArgument<Pointer>, range: LazyArgument<ReferenceRange>?) {
        get throws {
            let targets = try Targets(targets, takesRange: true, orThrow: .rangeAndPointer)
            guard let pointer = targets.pointer else { throw ValidationError.noPointer }
            return (pointer, targets.range)
        }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let pointer = try chosen.pointer.value
        let (timeline, session) = (context.timeline, context.session)
        let range = try chosen.range?.value
        let question = History(
            JSONPointer(pointer),
            from: range?.from,
            through: range?.to ?? context.here.map { PointInTime(seq: $0) },
            limit: try list.limit.number,
            where: try condition?.value.text,
            latestFirst: list.reverse
        )
        let seqs = try question.seqs(in: session)
        let (first, last) = (seqs.lowerBound, seqs.upperBound)
        let (seqWidth, typeWidth) = (String(last).count, try WriteReport.typeWidth(in: timeline))
        let style = context.style
        var printer = context.printer
        var (count, previous) = (0, pointer)
        let written = try question.forEachWrite(in: session) { write in
            count += 1
            let report = WriteReport(write, hasFullTimes: context.hasFullTimes)
            try printer.print(
                report,
                lines: [
                    Cells.fitted(
                        report.row(
                            seqWidth: seqWidth,
                            typeWidth: typeWidth,
                            rest: report.value(after: previous, style: style),
                            style: style
                        ),
                        to: Output.terminalColumns
                    )
                ]
            )
            previous = write.pointer.pointer
        }
        guard count == 0 else {
            if range == nil { context.noteCursor(at: last) }
            if let array = pointer.parent, pointer.tokens.last.flatMap(Pointer.index) != nil,
                case .array? = try timeline.value(at: last, array)
            {
                context.note(.oneElement(of: array, file: self.session.file))
            }
            return
        }
        if let text = question.condition, written > 0 {
            try MissingPointer.check(session.conditions.condition(text).pointers, in: timeline)
            throw CommandError.noValueHeld(pointer, values: written)
        }
        guard try timeline.blame(pointer, at: last) == nil else {
            throw CommandError.notWritten(pointer, from: first, to: last)
        }
        throw try MissingPointer.error(for: pointer, at: last, in: timeline) {
            .neverAnything(pointer, seq: last, holder: $0, elsewhere: $1)
        }
    }
}
