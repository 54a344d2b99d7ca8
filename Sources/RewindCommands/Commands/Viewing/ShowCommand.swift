import ArgumentParser
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// `rewind show`: prints a state, or a value in it.
struct ShowCommand: AnsweringCommand, QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a state, a value in it, an action or an effect.",
        usage: """
            rewind show [<file>] [<ref>] [<pointer>] [--depth <levels>] [--raw]
            rewind show [<file>] [<ref>] --action
            rewind show [<file>] effect:<number>
            """,
        discussion: """
            An effect is printed with its whole input and outcome. With POINTER, effect:12 is the state when effect 12 \
            began.

              rewind show demo.rewind 12 /home/pageNumber
              rewind show demo.rewind @ArticleDetailErrorAction --action
            """
    )

    static let tool = AssistantTool(
        Show.self,
        ShowAction.self,
        ShowEffect.self,
        description: """
            Print the state after an action, or the value at a pointer; or an action with its payload, call site and \
            cause; or, at effect:N, an effect with its input and outcome.
            """,
        adding: [
            .init(name: "depth", kind: .count, description: "Levels to print; deeper values are only counted"),
            .init(name: "action", kind: .flag, description: "Print the action instead of the state"),
        ]
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp("REF, the cursor by default; POINTER, the whole state by default", valueName: "ref|pointer")
    )
    var targets: [TargetArgument] = []

    @Option(help: ArgumentHelp("Number of levels to print; deeper values are only counted", valueName: "levels"))
    var depth: CountArgument?

    @Flag(help: "Print a string without quotes and escapes")
    var raw = false

    @Flag(help: "Print the action and its changes, not the state after it")
    var action = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        targets = session.passOn() + targets
        let chosen = try chosen
        if action, chosen.pointer != nil || depth != nil || raw { throw ValidationError.actionAndMore }
    }

    private var chosen: Targets {
        get throws { try Targets(targets, references: 1, orThrow: .referenceAndPointer) }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let timeline = context.timeline
        let pointer = try chosen.pointer?.value ?? .root
        let when = chosen.references.first
        if let reference = try when?.value, reference.effect != nil, chosen.pointer == nil, !action {
            let session = context.session
            return try context.print(EffectReport(session.answer(ShowEffect(reference)), in: session))
        }
        let seq = try context.seq(when)
        if action {
            let session = context.session
            let found = try session.answer(ShowAction(PointInTime(seq: seq)))
            let report = ActionReport(found, in: timeline)
            if output.json {
                try context.print(report)
            } else {
                let bookmarks = try timeline.session.bookmarks().filter { $0.seq == seq }
                let causes = try CauseText(of: .action(seq), in: session)
                report.whole(style: context.style, bookmarks: bookmarks, causes: causes).forEach(context.write)
            }
        } else {
            try showValue(at: seq, pointer, in: context)
        }
        if when == nil { context.noteCursor(at: seq) }
    }

    private func showValue(at seq: Int, _ pointer: Pointer, in context: Context) throws {
        let depth = try depth?.number(for: "--depth")
        guard let value = try context.session.answer(Show(JSONPointer(pointer), at: PointInTime(seq: seq)))?.tree else {
            throw try MissingPointer.nothing(at: pointer, seq, in: context.timeline)
        }
        switch value {
        case .string(let text) where raw && !output.json: context.write(TerminalText.lines(text))
        case let value where output.json || depth == nil && !context.style.isOn: try context.print(value)
        case let value: context.write(JSONText(style: context.style, depth: depth).text(of: value))
        }
    }
}
