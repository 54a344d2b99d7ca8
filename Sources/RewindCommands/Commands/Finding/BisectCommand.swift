import ArgumentParser
import RewindAnswers
import RewindTimeline
import RewindTree

/// `rewind bisect`: finds the first bad action with few tests.
struct BisectCommand: AnsweringCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the first bad action by binary search.",
        usage: """
            rewind bisect [<file>] [--good <ref>] [--bad <ref>] --where <expr>
            rewind bisect [<file>] [--good <ref>] [--bad <ref>] -- <command> ...
            """,
        discussion: """
            A state is bad if EXPR is true in it, or if the command says so. The command reads the state as JSON from \
            standard input; REWIND_SEQ and REWIND_TYPE are in its environment, and its output goes to standard error. \
            Exit status 0 means good, 125 skip, any other up to 127 bad; above, or at a signal, the search stops.

              rewind bisect demo.rewind --where "at('/home/pageNumber') > 1"
              rewind bisect demo.rewind --bad :error -- sh -c '! grep -q http_500'
            """
    )

    static let tool = AssistantTool(
        Bisect.self,
        description: "Find the first bad action by binary search: few tests, if a state stays bad."
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("A good state; the start by default", valueName: "ref"))
    var good: LazyArgument<PointInTime>?

    @Option(help: ArgumentHelp("A bad state after it; the end of the cursor's branch by default", valueName: "ref"))
    var bad: LazyArgument<PointInTime>?

    @Option(name: .customLong("where"), help: ArgumentHelp("Condition that is true in a bad state", valueName: "expr"))
    var condition: LazyArgument<Expression>?

    @Argument(parsing: .postTerminator, help: "Command that tests a state, with its arguments")
    var command: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if condition != nil, !command.isEmpty { throw ValidationError.twoTests }
        if condition == nil, command.isEmpty { throw ValidationError.noTest }
        _ = try condition?.value
    }

    func run() throws {
        let context = try Context(session.timeline(), output)
        let (session, timeline) = (context.session, context.timeline)
        defer { timeline.session.close() }
        let test =
            try condition.map { Test.condition(try session.conditions.condition($0.value.text)) }
            ?? Test.process(TestProcess(command: command, interruption: .shared))
        do {
            let answer = try Bisect.search(from: good?.value, to: bad?.value, in: session, for: test.condition) {
                try test.verdict(on: $0, in: timeline)
            }
            try output.print(BisectReport(answer: answer, timeline: timeline))
            if case .unclear = answer { throw ExitCode(1) }
        } catch let error as TimelineError {
            if case .goodIsBad = error { try MissingPointer.check(test.condition?.pointers ?? [], in: timeline) }
            if case .badIsGood = error { try MissingPointer.check(test.condition?.pointers ?? [], in: timeline) }
            throw error
        }
    }
}

extension BisectCommand {
    /// The test that a bad state fails.
    private enum Test {
        case condition(Condition)
        case process(TestProcess)

        var condition: Condition? {
            if case .condition(let condition) = self { condition } else { nil }
        }

        func verdict(on seq: Int, in timeline: Timeline) throws -> Bisection.Verdict {
            switch self {
            case .condition(let condition):
                return try timeline.holds(condition, at: seq) ? .bad : .good
            case .process(let process):
                let state = try timeline.state(at: seq)
                let type = try seq > timeline.first ? timeline.session.type(of: seq) : nil
                return try process.verdict(on: state, seq: seq, type: type)
            }
        }
    }
}

private struct BisectReport: CommandReport {
    let answer: Bisect.Answer
    let timeline: Timeline

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
    }

    func lines(style: TextStyle) throws -> [String] {
        switch answer {
        case .found(let found): try ActionReport(found, in: timeline).lines(style: style)
        case .unclear(let seqs, _):
            ["First bad action: one of \(seqs.lowerBound)…\(seqs.upperBound) (the states between were skipped)."]
        }
    }
}
