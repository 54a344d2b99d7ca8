import ArgumentParser
import Foundation

/// `figures measure`, or `figures` alone.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure, and print a line for each figure: with its bound, and against a peer of the same run."
    )

    /// A group of figures that are measured together.
    private enum Group: String, CaseIterable, ExpressibleByArgument {
        case dispatch, link, sustained, processor, kinds, memory, reading, causes, fleet
    }

    @Argument(help: "What to measure; everything by default.")
    private var groups: [Group] = []

    @Flag(help: "Print JSON, a line for each figure.")
    var json = false

    @Option(help: ArgumentHelp("How many actions the session has that is recorded to be read.", valueName: "count"))
    var actions = 1_000_000

    @Option(
        help: ArgumentHelp("Measure whole processes of the tool, too: where its executable is.", valueName: "rewind")
    )
    var tool: String?

    @Option(
        help: ArgumentHelp(
            "Measure a fleet of this many sessions, in the empty database that $REWIND_DATABASE names.",
            valueName: "count"
        )
    )
    var sessions: Int?

    @Option(
        help: ArgumentHelp(
            "Only print the ratios that moved by half since an output of --json, such as baseline.jsonl.",
            valueName: "file"
        )
    )
    var compare: String?

    func validate() throws {
        if actions < 1 { throw ValidationError("--actions must be at least 1.") }
    }

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let earlier = try compare.map(Figure.ratios)
        for group in Group.allCases where groups.isEmpty || groups.contains(group) {
            for figure in try measure(group) {
                if let earlier {
                    if let line = figure.change(since: earlier) { print(line) }
                    continue
                }
                print(json ? String(decoding: try encoder.encode(figure), as: UTF8.self) : figure.line)
            }
        }
    }

    private func measure(_ group: Group) throws -> [Figure] {
        switch group {
        case .dispatch: try DispatchFigures.measure()
        case .link: try LinkFigures.measure()
        case .sustained: try SustainedFigures.measure()
        case .processor: try ProcessorFigures.measure()
        case .kinds: try KindFigures.measure()
        case .memory: try MemoryFigures.measure()
        case .fleet: try FleetFigures.measure(sessions: sessions, tool: tool)
        case .causes: try CauseFigures.measure(actions: actions, tool: tool)
        case .reading: try ReadSessionCommand.measure(actions: actions, tool: tool)
        }
    }
}
