import ArgumentParser
import RewindSession
import RewindTimeline

/// `rewind watch`: the action that made a condition hold.
struct WatchCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Find the first action that makes a condition hold.",
        discussion: """
            The condition holds after the action, and did not before it: in the state that the action was applied to. \
            EXPR is a condition of SQLite's in which at('/pointer') is a value after the action, was('/pointer') \
            one before it, payload('/pointer') one of the action's own, and seq and type are its number and type. \
            Arrays and objects are JSON text: json_array_length(at('/home/articleList')) > 20.

            Exit status 1 when no action does.
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(name: .customLong("where"), help: ArgumentHelp("EXPR: what is to hold.", valueName: "expr"))
    var condition: Deferred<Expression>

    @Option(help: ArgumentHelp("REF: look at what comes after. The start by default.", valueName: "ref"))
    var from: Deferred<Reference>?

    @Flag(help: "Look back, from the action of REF on. REF is the end by default.")
    var reverse = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try condition.value
    }

    func run() throws {
        let work = LongWork()
        let condition = try work.condition(condition)
        let timeline = try session.timeline()
        defer { timeline.session.close() }
        let start = try timeline.seq(from ?? (reverse ? .end : .start))
        try UnknownStates(of: timeline).prepare(allIn: [reverse ? timeline.first...start : start...timeline.last])
        let found = try timeline.firstMatch(where: condition, from: start, isReversed: reverse) { seq in
            try work.step("at \(seq) of \(timeline.last)")
        }
        work.end()
        guard let found else {
            try MissingPointer.check(condition.missingPointers, in: timeline)
            throw CommandError.conditionNeverHeld(from: start, holdsAlready: try timeline.holds(condition, at: start))
        }
        let values = found.readings.map(ConditionValue.init)
        try output.print(ActionReport(of: found.seq, in: timeline, values: values))
    }
}
