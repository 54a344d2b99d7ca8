import ArgumentParser
import RewindAnswers
import RewindTimeline

/// `rewind watch`: finds the action that made a condition hold.
struct WatchCommand: AnsweringCommand, SessionCommand, PagedCommand {
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
              rewind watch demo.rewind --where "effect('tap *') AND type LIKE '%Error%'"
              rewind watch demo.rewind --where "json_array_length(at('/navigation/stack'))
                < json_array_length(was('/navigation/stack'))"
            """
    )

    static let tool = AssistantTool(
        Watch.self,
        description: "Find the first action that makes a condition true.",
        omitting: ["changes"],
        adding: [.init(name: "all", kind: .flag, description: "All such actions")]
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

    mutating func validate() throws {
        try range.add(session.passOn())
        _ = try condition.value
        if count, all || list.limit != nil { throw ValidationError.allAndCount }
    }

    func run() throws {
        let limit = try list.number
        let isMany = all || count || limit != nil
        let range = try range.value
        let question = Watch(
            try condition.value.text,
            from: range?.from,
            through: range?.to,
            limit: isMany ? limit : 1,
            includesChanges: !count && (output.json || !isMany),
            latestFirst: reverse
        )
        let context = try Context(session.timeline(), output)
        let (session, timeline) = (context.session, context.timeline)
        defer { timeline.session.close() }
        var found = 0
        var printer = output.printer
        let lines = LogLines(
            style: output.style,
            cursor: -1,
            last: timeline.last,
            columns: .init(width: nil, typeWidth: 0)
        )
        let before = try question.forEachAction(in: session) { action in
            found += 1
            if count { return }
            let report = ActionReport(action, in: timeline)
            if isMany {
                try printer.print(report, lines: [report.line(lines, style: output.style)])
            } else {
                try output.print(report)
            }
        }
        if count { return try output.print(CountReport(count: found)) }
        guard found == 0 else { return }
        let condition = try session.conditions.condition(question.condition)
        try MissingPointer.check(condition.pointers, in: timeline)
        throw CommandError.conditionNeverHeld(
            from: before,
            holdsAlready: try !reverse && timeline.holds(condition, at: before)
        )
    }
}

/// The number of matches.
struct CountReport: CommandReport {
    let count: Int

    func lines(style: TextStyle) -> [String] { [String(count)] }
}
