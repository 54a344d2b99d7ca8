import ArgumentParser
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind log`: the actions of a session.
struct LogCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the actions: seq, time, type and what each changed.",
        discussion: """
            > marks the cursor; behind it, ! marks an action that failed or never came back, ? one that was not recorded. Below \
            the last action stands how the recording ended, where it was not closed.

            With --graph, each branch has a column of its own, * marks the actions where the cursor is not, and : stands \
            for columns for which there is no room.
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("Only types that match, with * and ?, in the same case.", valueName: "glob"))
    var type: String?

    @Option(
        help: ArgumentHelp("Only actions that changed the value here, or in it, or around it.", valueName: "pointer")
    )
    var touching: Deferred<Pointer>?

    @OptionGroup var list: ListOptions

    @Flag(help: "Draw the branches, in a session where actions came after an undo. For all actions.")
    var graph = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if graph, type != nil || touching != nil { throw ValidationError.filteredGraph }
    }

    func run() throws {
        let limit = try list.limit.number
        let timeline = try session.timeline()
        let pointer = try touching?.value
        if let pointer {
            try UnknownStates(of: timeline).prepare(allIn: [timeline.first...timeline.last])
            try MissingPointer.check([pointer], in: timeline)
        }
        let filter = ActionFilter(typeGlob: type, isReversed: list.reverse, limit: limit)
        if output.json { try printJSON(timeline, filter, pointer) } else { try printLines(timeline, filter, pointer) }
    }

    private func printJSON(_ timeline: Timeline, _ filter: ActionFilter, _ pointer: Pointer?) throws {
        var printer = output.printer
        try timeline.forEachAction(filter, touching: pointer) { record in
            let ending = try record.seq == timeline.last ? EndingReport(timeline.session.ending()) : nil
            try printer.print(ActionEntry(record, ending: ending), lines: [])
            return true
        }
    }

    private func printLines(_ timeline: Timeline, _ filter: ActionFilter, _ pointer: Pointer?) throws {
        let remark = try EndingReport(timeline.session.ending()).remark.map { output.style.warning("   \($0)") }
        let lines = LogLines(
            style: output.style,
            cursor: try timeline.cursor(),
            last: timeline.last,
            typeWidth: try timeline.session.longestTypeName()
        )
        var graph = graph ? try LogGraph(of: timeline, isReversed: list.reverse) : nil
        var isEmpty = true
        try timeline.forEachAction(filter, touching: pointer) { record in
            isEmpty = false
            let isLast = record.seq == timeline.last
            if let remark, isLast, list.reverse { Output.line(remark) }
            for line in graph?.advance(to: record.seq) ?? [] { Output.line(line) }
            Output.line(lines.line(for: record, in: graph))
            if let remark, isLast, !list.reverse { Output.line(remark) }
            return true
        }
        if isEmpty { Output.note(timeline.last == timeline.first ? .noActions : .noMatch) }
    }
}
