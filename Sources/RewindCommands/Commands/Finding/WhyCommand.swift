import ArgumentParser
import RewindAnswers
import RewindTimeline
import RewindTree

/// `rewind why`: shows the causes of an action, or of the action that wrote a value.
struct WhyCommand: AnsweringCommand, QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Show what caused an action, a value or an effect.",
        usage: """
            rewind why [<file>] <ref> [-n <count>]
            rewind why [<file>] <pointer> [<ref>] [-n <count>]
            """,
        discussion: """
            Prints the action, the effect or action that it was dispatched in, and so on, down to the root, such as a \
            tap. With POINTER, begins with the action that last wrote the value there. Times count from the root. A \
            cause that was not recorded is unknown; it is never guessed. effect:12 is effect 12 of "rewind effects", \
            which "rewind show" prints with its whole input and outcome.

              rewind why demo.rewind /articleDetail/articleId
              rewind why demo.rewind @ArticleDetailErrorAction
            """
    )

    static let tool = AssistantTool(
        Why.self,
        description: """
            Show the chain of causes from an action, or from the action that wrote the value at a pointer, to its \
            root, such as a tap.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "POINTER to a value; REF, the cursor by default, or effect:N",
            valueName: "pointer|ref"
        )
    )
    var targets: [TargetArgument] = []

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        targets = session.passOn() + targets
        _ = try chosen
    }

    private var chosen: Targets {
        get throws { try Targets(targets, references: 1, orThrow: .referenceAndPointer) }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let pointer = try chosen.pointer?.value
        let effect = try pointer == nil ? chosen.references.first?.value.effect : nil
        let seq = try context.seq(chosen.references.first)
        let question = Why(
            pointer.map { JSONPointer($0) },
            at: try effect == nil ? PointInTime(seq: seq) : chosen.references.first?.value,
            limit: try list.number
        )
        try context.print(WhyReport(question, at: seq, in: context.session, hasFullTimes: context.hasFullTimes))
        if chosen.references.isEmpty { context.noteCursor(at: seq) }
    }
}
