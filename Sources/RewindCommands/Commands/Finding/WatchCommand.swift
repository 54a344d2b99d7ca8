import ArgumentParser
import RewindAnswers
import RewindTimeline

/// `rewind watch`: finds the action that made a condition hold.
struct WatchCommand: AnsweringCommand, SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Find the actions that make a condition true.",
        usage: """
            rewind watch [<file>] (<expr> | <pointer>) [<from>..<to>] [--reverse]
                         [--all | --count] [-n <count>]
            """,
        discussion: """
            Prints the first action after which EXPR is true and before which it was not, or that changed the value at \
            POINTER. "rewind help" explains EXPR; arrays and objects in it are JSON text. ~ marks an action that was \
            undone and is on another branch. Exit status 1 if there is no such action.

              rewind watch demo.rewind "at('/home/pageNumber') > 1" --all
              rewind watch demo.rewind /articleDetail/error
              rewind watch demo.rewind "effect('tap *') AND type LIKE '%Error%'"
              rewind watch demo.rewind "json_array_length(at('/navigation/stack'))
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

    @Argument(
        help: ArgumentHelp(
            "Condition to become true, or POINTER to a value to change; only actions FROM..TO",
            valueName: "expr|pointer|range"
        )
    )
    var targets: [TargetArgument] = []

    /// The condition in the form that other commands have.
    @Option(name: .customLong("where"), help: ArgumentHelp(valueName: "expr", visibility: .hidden))
    var givenCondition: LazyArgument<Expression>?

    @Flag(help: "Start at the last action and go back")
    var reverse = false

    @Flag(help: "List all such actions")
    var all = false

    @Flag(help: "Only count them")
    var count = false

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        targets = session.passOn(isNeeded: givenCondition == nil && !targets.contains(where: \.isCondition)) + targets
        _ = try (condition.value, others)
        if count, all || list.limit != nil { throw ValidationError.allAndCount }
    }

    /// The condition.
    private var condition: LazyArgument<Expression> {
        get throws {
            let conditions = targets.filter(\.isCondition).map(\.condition) + [givenCondition].compactMap(\.self)
            guard conditions.count == 1 else { throw ValidationError.oneCondition }
            return conditions[0]
        }
    }

    private var others: Targets {
        get throws {
            let others = targets.filter { !$0.isCondition }
            return try Targets(others, takesRange: true, takesPointer: false, orThrow: .oneRange)
        }
    }

    func run() throws {
        let limit = try list.number
        let isMany = all || count || limit != nil
        let range = try others.range?.value
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
        var lines = LogLines(
            style: output.style,
            cursor: -1,
            last: timeline.last,
            columns: .init(width: nil, typeWidth: 0, hasFullTimes: Output.hasWholeTimes)
        )
        lines.branches = try session.branches()
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

extension TargetArgument {
    /// The EXPR; for a POINTER, the condition that its value changed.
    fileprivate var condition: LazyArgument<Expression> {
        guard text.hasPrefix("/") else { return LazyArgument(argument: text) }
        let pointer = text.replacing("'", with: "''")
        return LazyArgument(argument: "at('\(pointer)') IS NOT was('\(pointer)')")
    }
}

/// The number of matches.
struct CountReport: CommandReport {
    let count: Int

    func lines(style: TextStyle) -> [String] { [String(count)] }
}
