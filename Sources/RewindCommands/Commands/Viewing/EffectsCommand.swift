import ArgumentParser
import RewindAnswers
import RewindSession
import RewindTimeline

/// `rewind effects`: lists the effects of a session.
struct EffectsCommand: AnsweringCommand, QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "effects",
        abstract: "List requests, timers and flows, and how each ended.",
        usage: """
            rewind effects [<file>] [<from>..<to>] [--name <glob>] ... [--failed]
                           [--canceled] [--open] [--slow <duration>] [--notes]
                           [--reverse] [-n <count>]
            """,
        discussion: """
            An effect is work that the app does outside its reducers. A flow is the app's own code, such as the \
            handler of a tap. --failed, --canceled and --open select any of these outcomes; an effect that is open \
            had not ended when the recording did. FROM..TO is about the beginning of effects. -n prints the last ones. \
            Exit status 1 if no effect matches.

            A line has the input → the outcome, as far as they fit. "rewind show FILE effect:12" prints an effect whole, and "rewind why" what caused it.

              rewind effects demo.rewind
              rewind effects demo.rewind --name 'GET *' --failed --slow 500ms
            """
    )

    static let tool = AssistantTool(
        Effects.self,
        description: "List requests, timers and flows, with their durations and outcomes."
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var range: RangeArgument

    @Option(
        help: ArgumentHelp("Only names that match; with ! in front, only others; repeatable", valueName: "glob"),
        transform: NegativeNumber.restored
    )
    var name: [String] = []

    @Flag(help: "Only effects that failed")
    var failed = false

    @Flag(help: "Only canceled effects")
    var canceled = false

    @Flag(help: "Only effects that had not ended")
    var open = false

    @Option(help: ArgumentHelp("Only effects that took at least this long, such as 500ms", valueName: "duration"))
    var slow: LazyArgument<WrittenDuration>?

    @Flag(help: "List notes and screenshots, too")
    var notes = false

    @OptionGroup var list: ListOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        try range.add(session.passOn())
        _ = try slow?.value
    }

    func answer(in context: Context) throws {
        let range = try range.value
        let question = Effects(
            names: name,
            from: range?.from,
            through: range?.to,
            failed: failed,
            canceled: canceled,
            open: open,
            slow: try (slow?.value.microseconds).map { .microseconds($0) },
            includesNotes: notes,
            limit: try list.limit.number,
            latestFirst: list.reverse
        )
        let effects = try context.session.answer(question).effects
        guard !effects.isEmpty else {
            let hasNone = try context.timeline.session.lastEffect() == 0
            context.note(hasNone ? .noEffects : range == nil ? .noEffectMatches : .noEffectBegan)
            throw ExitCode(1)
        }
        guard !context.isJSON else {
            var printer = context.printer
            return try effects.forEach { try printer.print($0, lines: []) }
        }
        let times = TimeText(isFull: context.hasFullTimes)
        let lines = effects.map { effect in
            EventLines.Line(
                reference: RecordedCause.effect(effect.id).reference,
                name: effect.name,
                time: times.row(effect.row.effect.at),
                event: .effect(effect)
            )
        }
        EventLines(style: context.style).lines(lines).forEach(context.write)
    }
}
