import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

/// An example from the help of a command. Suites about all commands take their examples from the help.
struct HelpExample: CustomTestStringConvertible {
    /// The command as a shell takes it, after `rewind`.
    let text: String

    var testDescription: String { text }

    /// Returns the first example of each command on a session, with the session replaced by `name`.
    static func onSession(_ name: String) -> [HelpExample] {
        examples(on: name) { $0 is any SessionCommand.Type }
    }

    /// Returns the first example of each command whose output may be long, on the session `name`.
    static func printing(_ name: String) -> [HelpExample] {
        examples(on: name) { $0 is any (SessionCommand & PagedCommand).Type }
    }

    private static func examples(
        on name: String,
        where isMeant: (any ParsableCommand.Type) -> Bool
    ) -> [HelpExample] {
        let groups = RewindCommand.configuration.groupedSubcommands
        let commands = groups.flatMap(\.subcommands).flatMap { [$0] + $0.configuration.subcommands }
        return commands.filter(isMeant).compactMap { command in
            let lines = command.configuration.discussion.split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("  rewind ") }) else { return nil }
            let words = line.dropFirst("  rewind ".count).replacing(/[a-z]+\.rewind/, with: name)
            // An example may omit an optional file.
            let text = words.contains(name) ? words : words.replacing(/^[a-z]+/, with: { "\($0.output) \(name)" })
            return HelpExample(text: String(text))
        }
    }
}
