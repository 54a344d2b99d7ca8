import ArgumentParser
import RewindAnswers
import RewindTimeline
import RewindTree

/// `rewind bisect`: finds the first bad action with few runs of a command.
struct BisectCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the first bad action by running a command on few states.",
        usage: "rewind bisect [<file>] [--good <ref>] [--bad <ref>] -- <command> ...",
        discussion: """
            The command reads the state as JSON from standard input; REWIND_SEQ and REWIND_TYPE are in its \
            environment, and its output goes to standard error. Exit status 0 means good, 125 skip, any other up to \
            127 bad; above, or at a signal, the search stops. If a condition on the state tells good from bad, \
            "rewind watch" finds all actions that make it true.

              rewind bisect demo.rewind -- sh -c 'test $REWIND_SEQ -lt 30'
              rewind bisect demo.rewind --bad :error -- sh -c '! grep -q http_500'
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("A good state; the start by default", valueName: "ref"))
    var good: LazyArgument<PointInTime>?

    @Option(help: ArgumentHelp("A bad state after it; the end of the cursor's branch by default", valueName: "ref"))
    var bad: LazyArgument<PointInTime>?

    @Argument(parsing: .postTerminator, help: "Command that tests a state, with its arguments")
    var command: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if command.isEmpty { throw ValidationError.noTest }
    }

    func run() throws {
        let timeline = try session.timeline()
        defer { timeline.session.close() }
        let report = try search(timeline)
        try output.print(report)
        if report.isUnclear { throw ExitCode(1) }
    }

    /// Tests the ends, and then states between them.
    private func search(_ timeline: Timeline) throws -> BisectReport {
        let (start, end) = (try good.map(timeline.seq) ?? timeline.first, try bad.map(timeline.seq) ?? timeline.tip())
        let path = try timeline.path(from: start, to: end)
        try timeline.know(allIn: path.ranges)
        var bisection = Bisection(path)
        let (process, work) = (TestProcess(command: command, interruption: .shared), ProgressReporter())
        var tests = 0
        func verdict(on seq: Int) throws -> Bisection.Verdict {
            try work.step("testing", done: tests, of: tests + bisection.remainingTests)
            tests += 1
            let type = try seq > timeline.first ? timeline.session.type(of: seq) : nil
            return try process.verdict(on: timeline.state(at: seq), seq: seq, type: type)
        }
        for (seq, isBad) in [(start, false), (end, true)] {
            switch try verdict(on: seq) {
            case .skip: throw TimelineError.endIsUntestable(seq)
            case .bad where !isBad: throw TimelineError.goodIsBad(seq)
            case .good where isBad: throw TimelineError.badIsGood(seq)
            default: break
            }
        }
        while true {
            switch bisection.status {
            case .test(let seq): bisection.record(try verdict(on: seq))
            case .unclear(let first, let last): return BisectReport(.unclear(first...last), tests: tests)
            case .found(let seq):
                let found = try FoundAction(seq, in: Session(timeline))
                return BisectReport(.found(ActionReport(found, in: timeline)), tests: tests)
            }
        }
    }
}

private struct BisectReport: CommandReport {
    enum Result {
        /// The action that led to the first bad state.
        case found(ActionReport)
        /// The first bad state is one of these; those before the last could not be tested.
        case unclear(ClosedRange<Int>)
    }

    private let result: Result
    private let tests: Int

    init(_ result: Result, tests: Int) {
        (self.result, self.tests) = (result, tests)
    }

    var isUnclear: Bool {
        if case .unclear = result { true } else { false }
    }

    func encode(to encoder: any Encoder) throws {
        switch result {
        case .found(let found):
            try found.encode(to: encoder)
            try encoder.encode(["tests": tests])
        case .unclear(let seqs):
            try encoder.encode([
                "seq": OrNull<Int>(), "first": seqs.lowerBound, "last": seqs.upperBound, "tests": tests,
            ])
        }
    }

    func lines(style: TextStyle) throws -> [String] {
        switch result {
        case .found(let found):
            let headline = "First bad action: \(found.seq) (\(BriefText.count(tests, "test")))."
            return [style.strong(headline)] + (try found.lines(style: style))
        case .unclear(let seqs):
            return ["First bad action: one of \(seqs.lowerBound)…\(seqs.upperBound) (the states between were skipped)."]
        }
    }
}
