#if Fleet

import ArgumentParser
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct FleetHelpTests {
    private static let names = FleetCommand.configuration.subcommands.map { $0._commandName }

    @Test func `The help of rewind fleet is the recorded one`() throws {
        try expectSnapshot(RewindCommand.helpMessage(for: FleetCommand.self, columns: 80), "help/fleet.txt")
    }

    @Test func `The help of rewind inspect has the option for a database`() throws {
        let help = RewindCommand.helpMessage(for: InspectCommand.self, columns: 80)
        try expectSnapshot(help, "help/inspect-database.txt")
    }

    @Test(arguments: names) func `The help of each of its commands is the recorded one`(name: String) throws {
        let command = try #require(FleetCommand.configuration.subcommands.first { $0._commandName == name })
        let help = RewindCommand.shortened(RewindCommand.helpMessage(for: command, columns: 80))
        try expectSnapshot(help, "help/fleet-\(name).txt")
    }
}

#endif
