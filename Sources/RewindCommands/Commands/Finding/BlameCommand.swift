import ArgumentParser
import RewindAnswers
import RewindTree
import RewindTimeline

/// `rewind blame`: shows which action wrote a value last.
struct BlameCommand: AnsweringCommand, QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Show which action last wrote a value.",
        usage: "rewind blame [<file>] <pointer> [<ref>]",
        discussion: """
            Prints the action, with the old and the new value. For an object or array, also lists the last writer of \
            each child. An element is followed when it moves in its array. Writing an equal value does not count.

              rewind blame demo.rewind /articleDetail/articleId
              rewind blame demo.rewind /loading 60
            """
    )

    static let tool = AssistantTool(
        Blame.self,
        description:
            "Find the action that last wrote a value, and for an object or array, those that wrote its children.",
        omitting: ["toward", "children"]
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "POINTER to the value; REF, the cursor by default",
            valueName: "pointer|ref"
        )
    )
    var targets: [TargetArgument] = []

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        targets = session.passOn(isNeeded: targets.isEmpty) + targets
        _ = try chosen
    }

    private var chosen: (pointer: LazyArgument<Pointer>, reference: LazyArgument<PointInTime>?) {
        get throws {
            let targets = try Targets(targets, references: 1, orThrow: .referenceAndPointer)
            guard let pointer = targets.pointer else { throw ValidationError.noPointer }
            return (pointer, targets.references.first)
        }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let pointer = try chosen.pointer.value
        let seq = try context.seq(chosen.reference)
        let report = try BlameReport(of: pointer, at: seq, in: context.session, hasFullTimes: context.hasFullTimes)
        try context.print(report)
        if chosen.reference == nil { context.noteCursor(at: seq) }
    }
}
