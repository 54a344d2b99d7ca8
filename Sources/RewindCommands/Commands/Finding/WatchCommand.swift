import ArgumentParser
import RewindSession
import RewindTree
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
    var condition: ExpressionArgument

    @Option(help: ArgumentHelp("REF: look at what comes after. The start by default.", valueName: "ref"))
    var from: ReferenceArgument?

    @Flag(help: "Look back, from the action of REF on. REF is the end by default.")
    var reverse = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try condition.validate()
    }

    func run() throws {
        let work = LongWork()
        let condition = try work.condition(condition)
        let timeline = try session.open()
        defer { timeline.session.close() }
        let start = try timeline.seq(from ?? (reverse ? .end : .start))
        try UnknownStates(of: timeline).prepare(allIn: [reverse ? timeline.first...start : start...timeline.last])
        let moment = try timeline.moment(where: condition, from: start, isReversed: reverse) { seq in
            try work.step("at \(seq) of \(timeline.last)")
        }
        work.end()
        guard let moment else {
            try MissingPointer.check(condition.missingPointers, in: timeline)
            throw CommandError.conditionNeverHeld(from: start, holdsAlready: try timeline.holds(condition, at: start))
        }
        let action = try ActionReport(of: moment.seq, in: timeline)
        try output.print(WatchReport(action: action, values: moment.readings.map(WatchReport.Value.init)))
    }
}

private struct WatchReport: Report {
    /// A value that the condition looked at.
    struct Value: Encodable {
        let of, pointer: String
        let value: Tree?

        init(_ reading: Moment.Reading) {
            (of, pointer, value) = (reading.source.rawValue, reading.pointer.description, reading.value)
        }
    }

    private enum CodingKeys: CodingKey { case values }

    let action: ActionReport
    let values: [Value]

    func encode(to encoder: any Encoder) throws {
        try action.encode(to: encoder)
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(values, forKey: .values)
    }

    func lines(style: Style) -> [String] {
        action.lines(style: style)
            + values.map { value in
                let call = "\(value.of)('\(value.pointer.replacing("'", with: "''"))')"
                return "\(style.name(call)) = \(BriefText.text(of: value.value, limit: 60))"
            }
    }
}
