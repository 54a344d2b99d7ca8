import ArgumentParser
import RewindTree
import RewindTimeline

/// `rewind history`: every value that a pointer had.
struct HistoryCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List every value that there was, and which action wrote it.",
        discussion: """
            The value is followed back from the end of the range, by default that of the cursor's branch: an element is the same wherever it was in its array. ? marks an \
            action that may have done it together with others before it, whose effects are not known.

              rewind history demo.rewind /home/pageNumber
              rewind history demo.rewind /loading 60..77
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "POINTER: where in the state at the end of the range. FROM..TO: only these actions.",
            valueName: "pointer|range"
        )
    )
    var points: [PointArgument]

    @OptionGroup var range: RangeOptions

    @OptionGroup var list: ListOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try chosen
    }

    private var chosen: (pointer: Deferred<Pointer>, range: Deferred<ReferenceRange>?) {
        get throws {
            let points = try Points(points, takesRange: true, orThrow: .rangeAndPointer)
            guard let pointer = points.pointer else { throw ValidationError.noPointer }
            return (pointer, points.range)
        }
    }

    func run() throws {
        let limit = try list.limit.number ?? .max
        let chosen = try chosen
        let timeline = try session.timeline()
        let pointer = try chosen.pointer.value
        let seqs = try timeline.seqs(of: range.range(or: chosen.range), end: timeline.tip())
        let (first, last) = (seqs.lowerBound, seqs.upperBound)
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
        throw try MissingPointer.error(for: pointer, at: last, in: timeline) {
            .neverAnything(pointer, seq: last, holder: $0, elsewhere: $1)
        }
    }
}
