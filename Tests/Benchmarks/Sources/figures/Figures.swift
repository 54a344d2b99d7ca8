import ArgumentParser

/// Measures the cost of recording and reading.
@main
struct Figures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Print what recording and reading cost.",
        discussion: """
            figures [--json] [--actions <count>] [--tool <rewind>] [<group>] ... measures; figures help measure tells more.
            """,
        subcommands: [
            MeasureCommand.self, ProcessorTimeCommand.self, ReadSessionCommand.self, FirstValueCommand.self,
            DifferencesCommand.self,
        ],
        defaultSubcommand: MeasureCommand.self
    )
}
