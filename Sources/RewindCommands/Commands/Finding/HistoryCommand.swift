#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTree
import RewindTimeline

/// `rewind history`: lists every value at a pointer.
struct HistoryCommand: QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the values at a pointer, and their writers.",
        usage: """
            rewind history [<file>] <pointer> [<from>..<to>] [--where <expr>]
                           [--reverse] [-n <count>]
            """,
        discussion: """
            Lists each write of the value, up to the end of the range or of the current branch. An element is \
            followed when it moves in its array; ask for the array to see what was at an index. -n prints the last \
            writes. ? marks a write that may be due to earlier actions with unknown effects. Exit status 1 if there is \
            no write.

              rewind history demo.rewind /home/pageNumber
              rewind history demo.rewind /loading 60..77
              rewind history demo.rewind /home/pageNumber --where "type LIKE 'HomeMore%'"
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "POINTER to the value; only actions FROM..TO",
            valueName: "pointer|range"
        )
    )
    var targets: [TargetArgument]

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Only writes after which EXPR is true", valueName: "expr")
    )
    var condition: LazyArgument<Expression>?

    @OptionGroup var list: ListOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
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
        let limit = try list.limit.number ?? .max
        let chosen = try chosen
        let work = ProgressReporter()
        let condition = try condition.map(work.condition)
        let timeline = context.timeline
        let pointer = try chosen.pointer.value
        let seqs = try timeline.seqs(of: chosen.range?.value, end: context.seqOrBranchEnd(nil))
        var first = seqs.lowerBound
        let last = seqs.upperBound
        try timeline.know(allIn: timeline.path(to: last).ranges)
        let (seqWidth, typeWidth) = (String(last).count, try WriteReport.typeWidth(in: timeline))
        let holds = try condition.map(timeline.test)
        if limit < .max, !list.reverse {
            // Begins at the first of the last writes.
            var left = limit
            try timeline.forEachWrite(of: pointer, from: first, through: last, latestFirst: true) { write in
                try work.step("searching", at: write.seq, of: seqs, isReversed: true)
                if let holds, try !holds(write.seq) { return true }
                left -= 1
                if left == 0 { first = write.seq }
                return left > 0
            }
        }
        var printer = context.printer
        var (count, written) = (0, 0)
        var previous = pointer
        try timeline.forEachWrite(of: pointer, from: first, through: last, latestFirst: list.reverse) { write in
            try work.step("reading", at: write.seq, of: first...last, isReversed: list.reverse, found: count)
            written += 1
            if let holds, try !holds(write.seq) { return true }
            count += 1
            let report = try WriteReport(write, in: timeline)
            let (style, value) = (context.style, report.value(after: previous, style: context.style))
            try printer.print(
                report,
                lines: [report.line(seqWidth: seqWidth, typeWidth: typeWidth, rest: value, style: style)]
            )
            previous = write.pointer
            return count < limit
        }
        guard count == 0 else {
            if let array = pointer.parent, pointer.tokens.last.flatMap(Pointer.index) != nil,
                case .array? = try timeline.value(at: last, array)
            {
                context.note(.oneElement(of: array, file: session.file))
            }
            return
        }
        if let condition, written > 0 {
            try MissingPointer.check(condition.pointers, in: timeline)
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

#endif
