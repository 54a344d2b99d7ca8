#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTree
import RewindTimeline

/// `rewind blame`: shows which action wrote a value last.
struct BlameCommand: QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Tell which action wrote a value last, with the old and the new value.",
        discussion: """
            Of an object or an array there is a line for each child too. An element is followed when others come, go \
            or move in its array; an action that wrote an equal value did not write it.

              rewind blame demo.rewind /articleDetail/articleId
              rewind blame demo.rewind /loading 60
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "POINTER: where in the state. REF: when, the end of the cursor's branch by default.",
            valueName: "pointer|ref"
        )
    )
    var points: [PointArgument]

    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try chosen
    }

    private var chosen: (pointer: Deferred<Pointer>, reference: Deferred<Reference>?) {
        get throws {
            let points = try Points(points, references: 1, orThrow: .onePoint)
            guard let pointer = points.pointer else { throw ValidationError.noPointer }
            return (pointer, points.references.first)
        }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let pointer = try chosen.pointer.value
        let seq = try context.seqOrBranchEnd(chosen.reference)
        let work = LongWork()
        let report = try BlameReport(of: pointer, at: seq, in: context.timeline) { try work.step($0) }
        try context.print(report)
    }
}

#endif
