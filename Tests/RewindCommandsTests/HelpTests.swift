import ArgumentParser
import TestSupport
import Testing

@testable import RewindCommands

/// The help of the commands, compared with `Fixtures/help`: changes of options and their wording are visible there.
@Suite struct HelpTests {
    @Test func `The help of the root is the recorded one`() throws {
        try expectSnapshot(RewindCommand.helpMessage(columns: 80), "help/rewind.txt")
    }

    @Test(arguments: RewindCommand.configuration.subcommands.map { $0._commandName })
    func `The help of a command is the recorded one`(name: String) throws {
        let command = try #require(RewindCommand.configuration.subcommands.first { $0._commandName == name })
        let help = RewindCommand.shortened(RewindCommand.helpMessage(for: command, columns: 80))
        try expectSnapshot(help, "help/\(name).txt")
    }

    @Test(arguments: ExportCommand.configuration.subcommands.map { $0._commandName })
    func `The help of an export is the recorded one`(name: String) throws {
        let command = try #require(ExportCommand.configuration.subcommands.first { $0._commandName == name })
        let help = RewindCommand.shortened(RewindCommand.helpMessage(for: command, columns: 80))
        try expectSnapshot(help, "help/export-\(name).txt")
    }
}
