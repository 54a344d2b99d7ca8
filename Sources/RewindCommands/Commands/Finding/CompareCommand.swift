#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// `rewind compare`: finds where two sessions diverge.
struct CompareCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Find the first place where two sessions part, and print the difference there.",
        discussion: """
            Sessions part where a type, a payload or a state differs; times do not count. Behind that, actions are the same \
            where type and payload are: it is told which only one of the sessions has, from where on they are the same \
            again, and whether the end states are equal. Exit status 1 when they differ.

              rewind compare before.rewind after.rewind
              rewind compare before.rewind after.rewind --all --end
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "Session to compare with", completion: .file(extensions: ["rewind"]))
    var other: String

    @Flag(help: "List all actions from there on: - only in the first session, + only in the other")
    var all = false

    @Flag(help: "Print the difference of the end states")
    var end = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if other.isEmpty { throw ValidationError.emptyOtherPath }
    }

    func run() throws {
        let a = try SessionArgument.timeline(at: session.file, isOneOfTwo: true)
        let b = try SessionArgument.timeline(at: other, isOneOfTwo: true)
        for timeline in [a, b] { try timeline.know(allIn: [timeline.first...timeline.last]) }
        let work = LongWork()
        let comparison = try Comparison(of: a, with: b) { try work.step("equal up to \($0 - 1)") }
        let extent: ComparisonReport.Extent = [all ? .all : [], end ? .ends : []]
        let report = try ComparisonReport(comparison, of: a, with: b, telling: extent, style: output.style)
        try output.print(report)
        if !report.isSame { throw ExitCode(1) }
    }
}

#endif
