import ArgumentParser
import RewindAnswers
import RewindTimeline
import RewindTree

/// `rewind diff`: shows the difference of two states.
struct DiffCommand: AnsweringCommand, QuestionCommand, PagedCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case patch
    }

    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Print what changed between two states.",
        usage: """
            rewind diff [<file>] [[<from>] <to> | <from>..<to>] [<pointer>]
                        [--full | --stat | --format <format>] [--exit-code]
            """,
        discussion: """
            TO is the cursor by default, and FROM its parent: "rewind diff demo.rewind 12" prints what action 12 \
            changed. Elements of an array are matched by id, or by equality without one. Changed words are marked: \
            [-old-]{+new+}.

              rewind diff demo.rewind 59 63
              rewind diff demo.rewind start..end /home
            """
    )

    static let tool = AssistantTool(
        Diff.self,
        description: "Print what changed between two states, or in one action.",
        adding: [.init(name: "full", kind: .flag, description: "Whole values")]
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("REFs, and a POINTER to compare one value only", valueName: "ref|pointer"))
    var targets: [TargetArgument] = []

    @Option(help: ArgumentHelp("Text, or JSON Patch (RFC 6902)", valueName: "format"))
    var format = Format.text

    @Flag(help: "Only count the changes in each slice")
    var stat = false

    @Flag(help: "Print all changes, with whole values")
    var full = false

    @Flag(help: "Exit with status 1 if there are differences")
    var exitCode = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        targets = session.passOn() + targets
        _ = try chosen
        if stat, full || format != .text { throw ValidationError.statAndMore }
    }

    private var chosen: Targets {
        get throws { try Targets(targets, references: 2, takesRange: true, orThrow: .referencesAndPointer) }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let range = try chosen.range?.value
        let timeline = context.timeline
        let pointer = try chosen.pointer?.value ?? .root
        let (from, to) = try range.map(timeline.states) ?? ends(chosen.references, in: context)
        let (answer, difference) = try context.session.shownDifference(from: from, to: to, at: pointer)
        switch format {
        case .text where stat:
            try context.print(DiffStatReport(from: from, to: to, changes: difference.changes))
        case .text:
            try context.print(DiffReport(answer: answer, difference: difference, isFull: full))
            if difference.isEmpty, !output.json { context.note(.noDifference(from: from, to: to)) }
        case .patch: try context.print((timeline.patch(from: from, to: to, at: pointer) ?? Patch([])).tree)
        }
        if range == nil, chosen.references.isEmpty { context.noteCursor(at: to) }
        if exitCode, !difference.isEmpty { throw ExitCode(1) }
    }

    private func ends(_ references: [LazyArgument<PointInTime>], in context: Context) throws -> (from: Int, to: Int) {
        let to = try context.seq(references.last)
        return (try references.count == 2 ? context.seq(references[0]) : context.timeline.parent(of: to), to)
    }
}

private struct DiffReport: CommandReport {
    let answer: Diff.Answer
    let difference: StateDifference
    let isFull: Bool

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
    }

    func lines(style: TextStyle) -> [String] {
        DifferenceText(style: style, width: Output.terminalColumns, isFull: isFull, hint: " (--full)").lines(
            for: difference
        )
    }
}

/// The number of changes in each slice of the state.
private struct DiffStatReport: CommandReport {
    private let from, to: Int
    /// The number of changes by slice, or at the root, in descending order.
    private let slices: [(slice: Pointer, count: Int)]

    init(from: Int, to: Int, changes: [Change]) {
        (self.from, self.to) = (from, to)
        let slices = changes.map { (Pointer(Array($0.pointer.tokens.prefix(1))), 1) }
        self.slices = Dictionary(slices, uniquingKeysWith: +).map { ($0, $1) }.sorted { one, other in
            one.count != other.count
                ? one.count > other.count
                : one.slice.description.utf8.lexicographicallyPrecedes(other.slice.description.utf8)
        }
    }

    func encode(to encoder: any Encoder) throws {
        let counts = slices.map { ($0.slice.tokens.first ?? "", Tree.integer(Int64($0.count))) }
        try encoder.encode(["from": from, "to": to, "slices": Tree(members: counts)])
    }

    func lines(style: TextStyle) -> [String] {
        slices.map { slice, count in
            let name = slice == .root ? "(root)" : BriefText.name(slice.tokens[0])
            return "\(style.name(name))  \(BriefText.count(count, "change"))"
        }
    }
}
