import ArgumentParser
import RewindTimeline

/// `rewind watch`: finds the action that made a condition hold.
struct WatchCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Find the actions that make a condition true.",
        usage: """
            rewind watch [<file>] --where <expr> [<from>..<to>] [--reverse]
                         [--all | --count] [-n <count>]
            """,
        discussion: """
            Prints the first action after which EXPR is true and before which it was not. "rewind help" explains \
            EXPR; arrays and objects in it are JSON text. Exit status 1 if there is no such action.

              rewind watch demo.rewind --where "at('/home/pageNumber') > 1" --all
              rewind watch demo.rewind --where "at('/articleDetail/error') NOT NULL"
              rewind watch demo.rewind --where "json_array_length(at('/navigation/stack'))
                < json_array_length(was('/navigation/stack'))"
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(name: .customLong("where"), help: ArgumentHelp("Condition to become true", valueName: "expr"))
    var condition: LazyArgument<Expression>

    @OptionGroup var range: RangeArgument

    @Flag(help: "Start at the last action and go back")
    var reverse = false

    @Flag(help: "List all such actions")
    var all = false

    @Flag(help: "Only count them")
    var count = false

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try condition.value
        if count, all || list.limit != nil { throw ValidationError.allAndCount }
    }

    func run() throws {
        let limit = try list.number ?? .max
        let work = ProgressReporter()
        let condition = try work.condition(condition)
        let range = try range.value
        let timeline = try session.timeline()
        defer { timeline.session.close() }
        let actions = try timeline.actions(of: range)
        let before = actions.lowerBound - 1
        try timeline.know(allIn: [before...actions.upperBound])
        let isMany = all || count || list.limit != nil
        var found = 0
        var printer = output.printer
        let lines = LogLines(
            style: output.style,
            cursor: -1,
            last: timeline.last,
            columns: .init(width: nil, typeWidth: 0)
        )
        var matches = try timeline.matches(
            of: condition,
            from: reverse ? actions.upperBound : before,
            isReversed: reverse,
            onEvaluation: {
                try work.step("searching", at: $0, of: before...actions.upperBound, isReversed: reverse, found: found)
            }
        )
        while found < limit, let match = try matches.next(), actions.contains(match.seq) {
            found += 1
            if count { continue }
            let report = try ActionReport(of: match.seq, in: timeline, values: match.readings.map(ConditionValue.init))
            guard isMany else { return try output.print(report) }
            try printer.print(report, lines: [report.line(lines, style: output.style)])
        }
        if count { return try output.print(CountReport(count: found)) }
        guard found == 0 else { return }
        try MissingPointer.check(condition.pointers, in: timeline)
        throw CommandError.conditionNeverHeld(
            from: before,
            holdsAlready: try !reverse && timeline.holds(condition, at: before)
        )
    }
}

/// The number of matches.
struct CountReport: Report {
    let count: Int

    func lines(style: Style) -> [String] { [String(count)] }
}
