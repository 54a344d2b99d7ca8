import ArgumentParser
import Foundation

/// Prints what is measured.
@main
struct Figures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Measure what recording and reading take.",
        subcommands: [Measurement.self, ReadingMeasurement.self, FirstValueMeasurement.self],
        defaultSubcommand: Measurement.self
    )
}

/// How figures are printed, and what they need.
struct FigureOptions: ParsableArguments {
    @Flag(help: "Print JSON Lines instead of a table.")
    var json = false

    @Option(help: ArgumentHelp("The rewind executable, whose whole process is measured too.", valueName: "path"))
    var tool: String?

    func show(_ figures: [Figure]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for figure in figures {
            print(json ? String(decoding: try encoder.encode(figure), as: UTF8.self) : figure.line)
        }
    }
}

struct Measurement: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "measure", abstract: "Measure some groups, or all.")

    enum Group: String, CaseIterable, ExpressibleByArgument {
        case dispatch, sustained, memory, reading
    }

    @Argument(help: "What to measure.")
    var groups = Group.allCases

    @Option(help: "How many actions the session has that is read.")
    var actions = 1_000_000

    @OptionGroup var options: FigureOptions

    func run() throws {
        for group in groups {
            switch group {
            case .dispatch: try options.show(DispatchFigures.measure())
            case .sustained: try options.show(SustainedFigures.measure())
            case .memory: try options.show(MemoryFigures.measure())
            case .reading: try read()
            }
        }
    }

    /// In another process: what recording left in the memory of this one is not to be counted.
    private func read() throws {
        try ReadingSession.record(actions: actions) { url in
            var arguments = ["read", url.path]
            if options.json { arguments.append("--json") }
            if let tool = options.tool { arguments += ["--tool", tool] }
            print(try Process.output(of: CommandLine.arguments[0], arguments), terminator: "")
        }
    }
}

struct ReadingMeasurement: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Measure the reading of a session that is there.",
        shouldDisplay: false
    )

    @Argument var session: String
    @OptionGroup var options: FigureOptions

    func run() throws {
        var figures = try ReadingFigures(of: URL(fileURLWithPath: session))
        try options.show(figures.measure(tool: options.tool))
    }
}

struct FirstValueMeasurement: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "first-value",
        abstract: "Print the nanoseconds that the first value takes in a process.",
        shouldDisplay: false
    )

    @Argument var session: String
    @Argument var seq: Int
    @Argument var pointer: String

    func run() throws {
        print(try ReadingFigures.firstValue(of: URL(fileURLWithPath: session), seq: seq, pointer))
    }
}
