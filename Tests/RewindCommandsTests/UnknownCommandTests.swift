import ArgumentParser
import Testing

@testable import RewindCommands

/// Commands that the tool does not have.
@Suite struct UnknownCommandTests {
    private struct Group: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "group", subcommands: [List.self, Push.self])
    }

    private struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "ls")
    }

    private struct Push: ParsableCommand {}

    private func error(for arguments: String...) -> CommandError? {
        RewindCommand.$ownCommands.withValue([Group.self]) {
            do {
                try RewindCommand.checkCommand(arguments)
                return nil
            } catch {
                return error as? CommandError
            }
        }
    }

    @Test func `The nearest name is suggested, also in a group of commands`() {
        #expect(error(for: "lgo") == .noSuchCommand("lgo", nearest: "log"))
        #expect(error(for: "help", "lgo") == .noSuchCommand("lgo", nearest: "log"))
        #expect(error(for: "group", "lss") == .noSuchCommand("lss", in: "group", nearest: "ls"))
        #expect(error(for: "help", "group", "pus") == .noSuchCommand("pus", in: "group", nearest: "push"))
        #expect(error(for: "group", "nonsense") == .noSuchCommand("nonsense", in: "group", nearest: nil))
    }

    @Test(arguments: ["", "help", "log lss", "group", "group ls", "group --help", "group push a", "help log", "--help"])
    func `Known names are accepted`(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(throws: Never.self) {
            try RewindCommand.$ownCommands.withValue([Group.self]) { try RewindCommand.checkCommand(words) }
        }
    }
}
