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

    @Test(arguments: [
        ("Unknown option '--rev'. Did you mean '--utc'?", "Unknown option '--rev'. Did you mean '--reverse'?"),
        ("Unknown option '--hlep'", "Unknown option '--hlep'."),
        ("Unknown option '--limti'. Did you mean '--limit'?", "Unknown option '--limti'. Did you mean '--limit'?"),
        (
            "The value 'x' is invalid. Please provide one of:\n  - a\n  - b",
            "The value 'x' is invalid. Please provide one of: - a - b."
        ),
    ])
    func `A message about options is a sentence, and names the option that was begun`(message: String, expected: String)
    {
        #expect(RewindCommand.sentence(message, usage: "[--type <glob>] [--reverse] [--limit]") == expected)
    }

    @Test(arguments: ["", "help", "log lss", "group", "group ls", "group --help", "group push a", "help log", "--help"])
    func `Known names are accepted`(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(throws: Never.self) {
            try RewindCommand.$ownCommands.withValue([Group.self]) { try RewindCommand.checkCommand(words) }
        }
    }
}
