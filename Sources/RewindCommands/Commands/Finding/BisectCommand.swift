import ArgumentParser
import RewindTree
import RewindTimeline

/// `rewind bisect`: finds the first bad action with few tests.
struct BisectCommand: SessionCommand {
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

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("A good state; the start by default", valueName: "ref"))
    var good: LazyArgument<Reference>?

    @Option(help: ArgumentHelp("A bad state after it; the end by default", valueName: "ref"))
    var bad: LazyArgument<Reference>?

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
        let work = ProgressReporter()
        let test =
            try condition.map { Test.condition(try work.condition($0)) }
            ?? Test.process(TestProcess(command: command, interruption: work.interruption))
        let timeline = try session.timeline()
        defer { timeline.session.close() }
        let start = try timeline.seq(good ?? .start)
        let end = try timeline.seq(bad ?? .end)
        let path = try timeline.path(from: start, to: end)
        try timeline.know(allIn: path.ranges)
        var bisection = Bisection(path)
        var tests = 0
        func show() throws {
            try work.step("testing", done: tests, of: tests + bisection.remainingTests)
        }
        try show()
        try expect(.good, at: start, of: test, in: timeline, or: .goodIsBad(seq: start))
        tests = 1
        try show()
        try expect(.bad, at: end, of: test, in: timeline, or: .badIsGood(seq: end))
        tests = 2
        while case .test(let seq) = bisection.status {
            try show()
            bisection.record(try test.verdict(on: seq, in: timeline))
            tests += 1
        }
        switch bisection.status {
        case .found(let seq): try output.print(ActionReport(of: seq, in: timeline, tests: tests))
        case .test(let seq): try printUnclear(seq, seq, tests: tests)
        case .unclear(let first, let last): try printUnclear(first, last, tests: tests)
        }
    }

    /// Throws `error` unless the test has this verdict at one end of the search.
    private func expect(
        _ verdict: Bisection.Verdict,
        at seq: Int,
        of test: Test,
        in timeline: Timeline,
        or error: CommandError
    ) throws {
        let found = try test.verdict(on: seq, in: timeline)
        if found == .skip { throw CommandError.endIsUntestable(seq: seq) }
        guard found != verdict else { return }
        try MissingPointer.check(test.pointers, in: timeline)
        throw error
    }

    private func printUnclear(_ first: Int, _ last: Int, tests: Int) throws {
        try output.print(UnclearReport(first: first, last: last, tests: tests))
        throw ExitCode(1)
    }
}

extension BisectCommand {
    /// The test that a bad state fails.
    private enum Test {
        case condition(Condition)
        case process(TestProcess)

        /// The pointers into states that the test names.
        var pointers: [Pointer] {
            if case .condition(let condition) = self { return condition.pointers }
            return []
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

private struct UnclearReport: Report {
    @OrNull var seq: Int?
    let first, last, tests: Int

    func lines(style: Style) -> [String] {
        ["First bad action: one of \(first)…\(last) (the states between were skipped)."]
    }
}
