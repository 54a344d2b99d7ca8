import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

/// An example from the help of a command: suites about all commands take them from the tree of commands.
struct HelpExample: CustomTestStringConvertible {
    /// The command as a shell takes it, behind `rewind`.
    let text: String

    var testDescription: String { text }

    /// The first example of each command on a session, which is `name` there.
    static func onSession(_ name: String) -> [HelpExample] {
        examples(on: name) { $0 is any SessionCommand.Type }
    }

    /// The first example of each command that may print much of the session `name`.
    static func printing(_ name: String) -> [HelpExample] {
        examples(on: name) { $0 is any (SessionCommand & PagedCommand).Type }
    }

    private static func examples(
        on name: String,
        where isMeant: (any ParsableCommand.Type) -> Bool
    ) -> [HelpExample] {
        let groups = RewindCommand.configuration.groupedSubcommands
        return groups.flatMap(\.subcommands).filter(isMeant).compactMap { command in
            let lines = command.configuration.discussion.split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("  rewind ") }) else { return nil }
            let words = line.dropFirst("  rewind ".count).replacing(/[a-z]+\.rewind/, with: name)
            // Where the file may be left out, an example may leave it out.
            let text = words.contains(name) ? words : words.replacing(/^[a-z]+/, with: { "\($0.output) \(name)" })
            return HelpExample(text: String(text))
        }
    }
}
