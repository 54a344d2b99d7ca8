#if os(macOS) || os(Linux)

import ArgumentParser
import RewindSession
import RewindTimeline

/// `rewind watch`: finds the action that made a condition hold.
struct WatchCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Find the first action that makes a condition hold, or each of them.",
        usage: """
            rewind watch [<file>] --where <expr> [<from>..<to>] [--reverse] [--all | --count] [-n <count>]
                         [--json]
            """,
        discussion: """
            The condition holds after the action, and did not before it: in the state that the action was applied to. \
            EXPR is a condition of SQLite's in which at('/pointer') is a value after the action, was('/pointer') \
            one before it, payload('/pointer') one of the action's own, and seq and type are its number and type. \
            Arrays and objects are JSON text: json_array_length(at('/home/articleList')) > 20.

            Exit status 1 when no action does.

              rewind watch demo.rewind --where "at('/home/pageNumber') > was('/home/pageNumber')" --all
              rewind watch demo.rewind --where "at('/articleDetail/error') IS NOT NULL" --reverse
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(name: .customLong("where"), help: ArgumentHelp("EXPR: what is to hold.", valueName: "expr"))
    var condition: Deferred<Expression>

    @Argument(help: ArgumentHelp("FROM..TO: only these actions.", valueName: "range"))
    var points: [PointArgument] = []

    @Flag(help: "Begin with the last action and look back.")
    var reverse = false

    @Flag(help: "Each action that makes it hold, a line for each.")
    var all = false

    @Flag(help: "Only how many there are.")
    var count = false

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    private var chosen: Points {
        get throws { try Points(points, takesRange: true, takesPointer: false, orThrow: .oneRange) }
    }

    func validate() throws {
        _ = try condition.value
        if count, all || list.limit != nil { throw ValidationError.allAndCount }
        _ = try chosen
    }

    func run() throws {
        let limit = try list.number ?? .max
        let work = LongWork()
        let condition = try work.condition(condition)
        let range = try chosen.range?.value
        let timeline = try session.timeline()
        defer { timeline.session.close() }
        let actions = try timeline.actions(of: range)
        let before = actions.lowerBound - 1
        try timeline.know(allIn: [before...actions.upperBound])
        let isMany = all || count || list.limit != nil
        var (found, next) = (0, reverse ? actions.upperBound : before)
        var printer = output.printer
        let lines = LogLines(
            style: output.style,
            cursor: -1,
            last: timeline.last,
            columns: .init(width: nil, typeWidth: 0)
        )
        while found < limit, reverse ? next > before : next < actions.upperBound,
            let match = try timeline.firstMatch(
                where: condition,
                from: next,
                isReversed: reverse,
                onLook: { seq in
                    try work.step("\(found) found, at \(seq) of \(timeline.last)")
                }
            )
        {
            guard actions.contains(match.seq) else { break }
            found += 1
            next = reverse ? match.seq - 1 : match.seq
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

private struct CountReport: Report {
    let count: Int

    func lines(style: Style) -> [String] { [String(count)] }
}

#endif
