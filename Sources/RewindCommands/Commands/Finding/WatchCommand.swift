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
    var condition: String

    @Option(help: ArgumentHelp("REF: look at what comes after. The start by default.", valueName: "ref"))
    var from: String?

    @Flag(help: "Look back, from the action of REF on. REF is the end by default.")
    var reverse = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try Self.validate(condition)
    }

    /// - Throws: `ValidationError` when the condition is empty.
    static func validate(_ condition: String) throws {
        if condition.allSatisfy(\.isWhitespace) { throw ValidationError("The condition of --where is empty.") }
    }

    func run() throws {
        let work = LongWork()
        let condition = try work.condition(condition)
        let timeline = try session.open()
        defer { timeline.session.close() }
        let start = try timeline.seq(from, or: reverse ? "end" : "start")
        try UnknownStates(of: timeline).prepare(allIn: [reverse ? timeline.first...start : start...timeline.last])
        let moment = try timeline.moment(where: condition, from: start, isReversed: reverse) { seq in
            try work.step("at \(seq) of \(timeline.last)")
        }
        work.end()
        guard let moment else {
            try MissingPointer.check(condition.missingPointers, in: timeline)
            throw CommandError.conditionNeverHeld(from: start, holdsAlready: try timeline.holds(condition, at: start))
        }
        let report = try ActionReport(of: moment.seq, in: timeline)
        guard !output.json else {
            let values = Tree(elements: moment.readings.map(Self.json))
            Output.line(Tree(members: report.json + [("values", values)]).text)
            return
        }
        for line in try report.lines(style: output.style) { Output.line(line) }
        for reading in moment.readings { Output.line(Self.line(for: reading, style: output.style)) }
    }

    /// The object that stands for a value that the condition looked at in JSON.
    static func json(for reading: Moment.Reading) -> Tree {
        var members: [(String, Tree)] = [
            ("of", .string(reading.source.rawValue)), ("pointer", .string(reading.pointer.description)),
        ]
        if let value = reading.value { members.append(("value", value)) }
        return Tree(members: members)
    }

    /// The line for a value that the condition looked at.
    static func line(for reading: Moment.Reading, style: Style) -> String {
        let text = reading.pointer.description.replacing("'", with: "''")
        let call = "\(reading.source.rawValue)('\(text)')"
        return "\(style.name(call)) = \(BriefText.text(of: reading.value, limit: 60))"
    }
}
