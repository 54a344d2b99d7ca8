import ArgumentParser
import RewindAnswers
import RewindTimeline

/// `rewind compare`: finds where two sessions diverge.
struct CompareCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Find the first difference between two sessions.",
        usage: "rewind compare [<file>] <other> [--all] [--end]",
        discussion: """
            Compares types, payloads and states, but not times. After the first difference, shows which actions only \
            one session has, where the actions match again, and whether the end states are equal. Exit status 1 if \
            the sessions differ.

              rewind compare before.rewind after.rewind
              rewind compare before.rewind after.rewind --all --end
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp("Session to compare with", valueName: "other"),
        completion: .file(extensions: ["rewind"])
    )
    var givenOther: String?

    @Flag(help: "List all actions from there on: - only in the first session, + only in the other")
    var all = false

    @Flag(help: "Print the difference of the end states")
    var end = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        givenOther = givenOther ?? session.passOn(isNeeded: true, isSession: true)
        guard let givenOther else { throw ValidationError.missing("<other>") }
        if givenOther.isEmpty { throw ValidationError.emptyOtherPath }
    }

    private var other: String { givenOther ?? "" }

    func run() throws {
        let a = try SessionArgument.timeline(at: session.file, isOneOfTwo: true)
        let b = try SessionArgument.timeline(at: other, isOneOfTwo: true)
        let work = ProgressReporter()
        let (first, second) = (Session(a, work), Session(b, work))
        let comparison = try first.comparison(with: second, aligningAll: all, comparingEnds: end)
        try output.print(ComparisonReport(comparison, of: a, with: b))
        if !comparison.isSame { throw ExitCode(1) }
    }
}
